/** Which bytes belong to which part, and which parts still have to be sent. Pure. */

export interface Part {
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

export interface StoredPart {
  readonly part_number: number;
  readonly size_bytes: number;
}

/** The parts of a file, in order: `partSize` bytes each, the last one what is left. */
export function partsOf(sizeBytes: number, partSize: number): readonly Part[] {
  const count = Math.max(1, Math.ceil(sizeBytes / partSize));
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    start: index * partSize,
    end: Math.min(sizeBytes, (index + 1) * partSize),
  }));
}

/**
 * The parts that the store does not hold in full. A stored part of another length belongs to
 * something else and is sent again.
 */
export function missingParts(
  parts: readonly Part[],
  stored: readonly StoredPart[],
): readonly Part[] {
  const sizes = new Map(stored.map((part) => [part.part_number, part.size_bytes]));
  return parts.filter((part) => sizes.get(part.number) !== part.end - part.start);
}

/**
 * Names a file well enough to find its unfinished upload after a reload, without reading it.
 * The store's own checks catch a file that was changed under the same name, size and time.
 */
export function fingerprint(
  file: { readonly name: string; readonly size: number; readonly lastModified: number },
  userId: string,
): string {
  return [userId, file.name, file.size, file.lastModified].join("|");
}
