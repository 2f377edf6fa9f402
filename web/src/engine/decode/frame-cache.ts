/** Decoded frames of all clips in one bounded cache. */
import { BoundedCache } from "../bounded-cache.ts";
import type { Picture } from "../compose.ts";

const LIMIT_BYTES = 80 * 1024 * 1024;

export class FrameCache {
  readonly #frames: BoundedCache<{ readonly picture: Picture; readonly bitmap: ImageBitmap }>;

  constructor(limitBytes = LIMIT_BYTES) {
    this.#frames = new BoundedCache(limitBytes, ({ bitmap }) => bitmap.close());
  }

  has(assetId: string, sourceFrame: number): boolean {
    return this.#frames.has(`${assetId}@${sourceFrame}`);
  }

  /** Valid until the next `put`: draw it at once. */
  get(assetId: string, sourceFrame: number): Picture | null {
    return this.#frames.get(`${assetId}@${sourceFrame}`)?.picture ?? null;
  }

  /** The newest frame up to `within` before `sourceFrame`, for a machine that cannot keep up. */
  latestBefore(assetId: string, sourceFrame: number, within: number): Picture | null {
    for (let frame = sourceFrame; frame >= sourceFrame - within; frame -= 1) {
      const picture = this.get(assetId, frame);
      if (picture) return picture;
    }
    return null;
  }

  /** Takes the bitmap over and closes it when it is dropped. */
  put(assetId: string, sourceFrame: number, bitmap: ImageBitmap): void {
    const entry = { picture: { image: bitmap, rect: null }, bitmap };
    this.#frames.set(`${assetId}@${sourceFrame}`, entry, bitmap.width * bitmap.height * 4);
  }

  clear(): void {
    this.#frames.clear();
  }
}
