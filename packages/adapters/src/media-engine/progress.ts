/** Reads `frame=123` lines of FFmpeg's -progress stream; calls back only when the number rises. */
export function frameReader(
  onFrame: ((frame: number) => void) | undefined,
): (chunk: Uint8Array) => void {
  const decoder = new TextDecoder();
  let rest = "";
  let last = 0;
  return (chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const frame = Number(/^frame=\s*(\d+)/.exec(line)?.[1] ?? 0);
      if (frame <= last) continue;
      last = frame;
      onFrame?.(frame);
    }
  };
}
