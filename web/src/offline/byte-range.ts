/** Bytes `from` up to, but without, `to`. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * What a `Range` header asks of a file (RFC 9110, 14.1.2). Null: the whole file, also for more
 * than one range and for what cannot be read, which a server may ignore. "unsatisfiable": 416.
 */
export function readRange(
  header: string | null,
  sizeBytes: number,
): ByteRange | "unsatisfiable" | null {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const tail = Number(last);
    if (tail === 0 || sizeBytes === 0) return "unsatisfiable";
    return { from: Math.max(0, sizeBytes - tail), to: sizeBytes };
  }
  const from = Number(first);
  if (last !== "" && Number(last) < from) return null;
  if (from >= sizeBytes) return "unsatisfiable";
  return { from, to: last === "" ? sizeBytes : Math.min(sizeBytes, Number(last) + 1) };
}
