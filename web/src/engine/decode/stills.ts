/** Still images and titles, decoded once and kept in bounded caches. */
import type { DrawnSpec } from "@cutroom/compiler";
import { BoundedCache } from "../bounded-cache.ts";
import type { Picture } from "../compose.ts";
import type { RasterisedTitle, TitleRasteriser } from "./title-client.ts";

const LIMIT_BYTES = 48 * 1024 * 1024;
/** A larger still is decoded smaller: the monitor never shows more. */
const LONGEST_SIDE_PX = 1920;

interface Kept {
  readonly picture: Picture;
  readonly bitmap: ImageBitmap;
}

/** Waits for each key at most once at a time, and remembers the outcome in the cache. */
class Loading {
  readonly #cache = new BoundedCache<Kept>(LIMIT_BYTES, ({ bitmap }) => bitmap.close());
  readonly #pending = new Map<string, Promise<void>>();

  get(key: string): Picture | null {
    return this.#cache.get(key)?.picture ?? null;
  }

  load(key: string, make: () => Promise<Kept>): Promise<void> {
    if (this.#cache.has(key)) return Promise.resolve();
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const loading = make()
      .then((kept) => this.#cache.set(key, kept, kept.bitmap.width * kept.bitmap.height * 4))
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, loading);
    return loading;
  }

  clear(): void {
    this.#cache.clear();
  }
}

export class Stills {
  readonly #loading = new Loading();

  get(assetId: string): Picture | null {
    return this.#loading.get(assetId);
  }

  /** Rejects when the image cannot be fetched or decoded. */
  load(assetId: string, url: string, size: { width: number; height: number }): Promise<void> {
    return this.#loading.load(assetId, async () => {
      const answer = await fetch(url, { mode: "cors", credentials: "omit" });
      if (!answer.ok) throw new Error(`still answered ${answer.status}`);
      const shrink = Math.max(size.width, size.height) / LONGEST_SIDE_PX;
      const options: ImageBitmapOptions =
        shrink > 1 ? { resizeWidth: Math.round(size.width / shrink), resizeQuality: "high" } : {};
      const bitmap = await createImageBitmap(await answer.blob(), options);
      return { bitmap, picture: { image: bitmap, rect: null } };
    });
  }

  clear(): void {
    this.#loading.clear();
  }
}

export class Titles {
  readonly #loading = new Loading();
  readonly #rasteriser: TitleRasteriser;

  constructor(rasteriser: TitleRasteriser) {
    this.#rasteriser = rasteriser;
  }

  get(spec: DrawnSpec): Picture | null {
    return this.#loading.get(JSON.stringify(spec));
  }

  load(spec: DrawnSpec): Promise<void> {
    return this.#loading.load(JSON.stringify(spec), async () => {
      const title = await this.#rasteriser.rasterise(spec);
      const bitmap = await titleBitmap(title);
      return { bitmap, picture: { image: bitmap, rect: title.rect } };
    });
  }

  clear(): void {
    this.#loading.clear();
  }
}

function titleBitmap({ rgba, rect }: RasterisedTitle): Promise<ImageBitmap> {
  return createImageBitmap(new ImageData(new Uint8ClampedArray(rgba), rect.width, rect.height));
}
