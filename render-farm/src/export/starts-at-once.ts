import { open } from "node:fs/promises";

const BOX_HEADER_BYTES = 16;
const MAX_BOXES = 64;

/**
 * Whether a player can start before all of the file has come: in MP4 and MOV the index (`moov`)
 * lies before the media (`mdat`). True for every other container.
 */
export async function startsAtOnce(path: string): Promise<boolean> {
  if (!/\.(mp4|mov|m4a)$/.test(path)) return true;
  const file = await open(path, "r");
  try {
    let at = 0;
    for (let box = 0; box < MAX_BOXES; box += 1) {
      const header = Buffer.alloc(BOX_HEADER_BYTES);
      const { bytesRead } = await file.read(header, 0, BOX_HEADER_BYTES, at);
      if (bytesRead < 8) return false;
      const kind = header.toString("latin1", 4, 8);
      if (kind === "moov") return true;
      if (kind === "mdat") return false;
      const size = header.readUInt32BE(0);
      const long = size === 1 ? Number(header.readBigUInt64BE(8)) : size;
      if (long < 8) return false;
      at += long;
    }
    return false;
  } finally {
    await file.close();
  }
}
