/**
 * Frames of one clip from a `<video>` element, for browsers without WebCodecs. Playing, the
 * element runs along and is led by its rate; otherwise it is sought to the middle of a frame.
 */
import { LatestWins } from "../latest-wins.ts";
import { driftFix } from "./drift.ts";
import type { FrameCache } from "./frame-cache.ts";
import type { FrameReader, FrameReaderParts } from "./frame-reader.ts";

const SEEK_TIMEOUT_MS = 8_000;

export class ElementReader implements FrameReader {
  readonly #parts: FrameReaderParts;
  readonly #cache: FrameCache;
  readonly #element: HTMLVideoElement;
  readonly #fills: LatestWins<number, void>;
  #following = false;

  constructor(parts: FrameReaderParts, url: string, cache: FrameCache) {
    this.#parts = parts;
    this.#cache = cache;
    this.#fills = new LatestWins((frame) => this.#seek(frame));
    const element = document.createElement("video");
    element.crossOrigin = "anonymous";
    element.muted = true;
    element.playsInline = true;
    element.preload = "auto";
    element.addEventListener("error", () => parts.onFailure(parts.assetId, element.error));
    element.src = url;
    this.#element = element;
  }

  follow(sourceFrame: number, speed: number): void {
    const wantedS = (sourceFrame + 0.5) / this.#parts.fps;
    const element = this.#element;
    const fix = driftFix(element.currentTime - wantedS, speed);
    if (fix.kind === "rate")
      element.playbackRate = Math.min(16, Math.max(0.0625, fix.playbackRate));
    else if (!element.seeking) element.currentTime = wantedS;
    if (this.#following) return;
    this.#following = true;
    element.play().catch(() => {
      this.#following = false;
    });
    this.#copyShownFrames();
  }

  async fill(_from: number, to: number): Promise<void> {
    await this.#fills.ask(to);
  }

  /** What the element shows is copied into the cache at once: nothing is held here. */
  peek(): CanvasImageSource | null {
    return null;
  }

  peekLate(): CanvasImageSource | null {
    return null;
  }

  rest(): void {
    this.#following = false;
    this.#element.pause();
  }

  close(): void {
    this.rest();
    this.#fills.drop();
    this.#element.removeAttribute("src");
    this.#element.load();
  }

  #copyShownFrames(): void {
    this.#element.requestVideoFrameCallback((_now, shown) => {
      if (!this.#following) return;
      const frame = Math.floor(shown.mediaTime * this.#parts.fps + 0.01);
      createImageBitmap(this.#element)
        .then((bitmap) => this.#cache.put(this.#parts.assetId, frame, bitmap))
        .catch((error: unknown) => this.#parts.onFailure(this.#parts.assetId, error));
      this.#copyShownFrames();
    });
  }

  async #seek(frame: number): Promise<void> {
    if (this.#cache.has(this.#parts.assetId, frame)) return;
    const element = this.#element;
    element.currentTime = (frame + 0.5) / this.#parts.fps;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("seek took too long")), SEEK_TIMEOUT_MS);
      element.addEventListener(
        "seeked",
        () => {
          clearTimeout(timer);
          resolve();
        },
        { once: true },
      );
    });
    this.#cache.put(this.#parts.assetId, frame, await createImageBitmap(element));
  }
}
