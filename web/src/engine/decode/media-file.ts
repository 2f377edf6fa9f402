/** One proxy, opened by URL and read by ranges; never loaded whole. */
import type { Input, InputAudioTrack, InputVideoTrack, UrlSource } from "mediabunny";

/** Of compressed bytes, for each open file. */
const READ_CACHE_BYTES = 8 * 1024 * 1024;
const RETRY_DELAYS_S = [0.3, 1, 3];

/** What reads files: nobody waits for it to see a project's controls. */
export const loadDemuxer = () => import("./demuxer.ts");

async function openInput(url: string): Promise<Input<UrlSource>> {
  const { Input, MP4, UrlSource, WEBM } = await loadDemuxer();
  const source = new UrlSource(url, {
    requestInit: { mode: "cors", credentials: "omit" },
    maxCacheSize: READ_CACHE_BYTES,
    getRetryDelay: (attempts) => RETRY_DELAYS_S[attempts] ?? null,
    // Seen by the next read, which fails with it.
    handleUnhandledError: () => {},
  });
  // What the farm makes; readers of all other formats would double what the page loads.
  return new Input({ source, formats: [MP4, WEBM] });
}

export class MediaFile {
  readonly #input: Promise<Input<UrlSource>>;
  #video: Promise<InputVideoTrack | null> | null = null;
  #sounds: Promise<readonly InputAudioTrack[]> | null = null;

  constructor(url: string) {
    this.#input = openInput(url);
    // The first read fails with it.
    this.#input.catch(() => {});
  }

  /** Null when the file has no picture. Rejects when it cannot be read. */
  video(): Promise<InputVideoTrack | null> {
    this.#video ??= this.#input.then((input) => input.getPrimaryVideoTrack());
    return this.#video;
  }

  /** Sound `stream` of the file, from 0; null when there is none. */
  async audio(stream: number): Promise<InputAudioTrack | null> {
    this.#sounds ??= this.#input.then((input) => input.getAudioTracks());
    return (await this.#sounds)[stream] ?? null;
  }

  close(): void {
    this.#input.then((input) => input.dispose()).catch(() => {});
  }
}

/**
 * Open files by asset. Signed URLs expire and are renewed: a file that works is kept, one that
 * failed is opened again under the newest URL.
 */
export class MediaFiles {
  readonly #files = new Map<string, MediaFile>();
  readonly #urlOf: (assetId: string) => string | null;

  constructor(urlOf: (assetId: string) => string | null) {
    this.#urlOf = urlOf;
  }

  /** Null for an asset that has nothing to read. */
  file(assetId: string): MediaFile | null {
    const open = this.#files.get(assetId);
    if (open) return open;
    const url = this.#urlOf(assetId);
    if (url === null) return null;
    const file = new MediaFile(url);
    this.#files.set(assetId, file);
    return file;
  }

  /** After a failed read: the next `file` opens anew. */
  forget(assetId: string): void {
    this.#files.get(assetId)?.close();
    this.#files.delete(assetId);
  }

  /** Closes everything but `assetIds`. */
  keepOnly(assetIds: ReadonlySet<string>): void {
    for (const assetId of this.#files.keys()) {
      if (!assetIds.has(assetId)) this.forget(assetId);
    }
  }
}
