/** When the playhead rests: gets the exact frame, says how far it is, and why if it cannot. */
import { segmentFingerprint, slicePlan } from "@cutroom/compiler";
import type { RenderPlan } from "@cutroom/compiler";
import { BoundedCache } from "../bounded-cache.ts";
import { MediaFiles } from "../decode/media-file.ts";
import type { TitleRasteriser } from "../decode/title-client.ts";
import { LatestWins } from "../latest-wins.ts";
import type { MediaByAsset } from "../media.ts";
import type { ExactFrame } from "./exact-frame.ts";
import { loadFfmpegCore } from "./ffmpeg-core.ts";
import { RecycledCore } from "./recycled-core.ts";
import { TooLargeError } from "./too-large.ts";

export type ExactReason = "offline" | "too-large" | "unsupported" | "failed";

export type ExactState =
  | { readonly kind: "live" }
  | { readonly kind: "working"; readonly step: "engine" | "frame"; readonly percent: number | null }
  | { readonly kind: "shown"; readonly frame: number; readonly picture: ExactFrame }
  | { readonly kind: "unavailable"; readonly reason: ExactReason };

/** The playhead rests when it has not moved for this long. */
const REST_MS = 150;
const CACHE_BYTES = 32 * 1024 * 1024;

interface Wanted {
  readonly plan: RenderPlan;
  readonly frame: number;
  readonly signal: AbortSignal;
}

export interface ExactPicturesParts {
  readonly titles: TitleRasteriser;
  readonly onState: (state: ExactState) => void;
}

export class ExactPictures {
  readonly #parts: ExactPicturesParts;
  readonly #core: RecycledCore;
  readonly #files: MediaFiles;
  readonly #done = new BoundedCache<ExactFrame>(CACHE_BYTES);
  readonly #jobs: LatestWins<Wanted, void>;
  #media: MediaByAsset = {};
  /** Null when nothing is wanted. */
  #timer: ReturnType<typeof setTimeout> | null = null;
  #abort = new AbortController();

  constructor(parts: ExactPicturesParts) {
    this.#parts = parts;
    this.#files = new MediaFiles((assetId) => this.#media[assetId]?.proxyUrl ?? null);
    this.#core = new RecycledCore(async () => {
      const core = await loadFfmpegCore((share) => this.#working("engine", share * 100));
      this.#working("frame", null);
      return core;
    });
    this.#jobs = new LatestWins((wanted) => this.#render(wanted));
  }

  /** The playhead came to rest here; a newer call or `cancel` takes its place. */
  request(plan: RenderPlan, frame: number, media: MediaByAsset, offline: boolean): void {
    this.cancel();
    this.#media = media;
    if (typeof WebAssembly === "undefined" || typeof Worker === "undefined") {
      this.#parts.onState({ kind: "unavailable", reason: "unsupported" });
      return;
    }
    if (offline) {
      this.#parts.onState({ kind: "unavailable", reason: "offline" });
      return;
    }
    const { signal } = this.#abort;
    this.#timer = setTimeout(() => {
      this.#jobs.ask({ plan, frame, signal }).catch((error: unknown) => this.#fail(error, signal));
    }, REST_MS);
  }

  /** Back to the live picture. A run that has begun ends by itself and is remembered. */
  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#jobs.drop();
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#parts.onState({ kind: "live" });
  }

  close(): void {
    this.cancel();
    this.#core.close();
    this.#files.keepOnly(new Set());
    this.#done.clear();
  }

  #working(step: "engine" | "frame", percent: number | null): void {
    if (this.#timer === null) return;
    const rounded = percent === null ? null : Math.round(percent);
    this.#parts.onState({ kind: "working", step, percent: rounded });
  }

  async #render({ plan, frame, signal }: Wanted): Promise<void> {
    if (signal.aborted) return;
    const slice = slicePlan(plan, { startFrame: frame, endFrame: frame + 1 });
    const key = segmentFingerprint(slice);
    const known = this.#done.get(key);
    if (known) {
      this.#parts.onState({ kind: "shown", frame, picture: known });
      return;
    }
    this.#working("frame", null);
    const { renderExactFrame } = await import("./exact-frame.ts");
    const picture = await renderExactFrame(plan, frame, {
      core: this.#core,
      files: this.#files,
      titles: this.#parts.titles,
      media: () => this.#media,
      signal,
    }).catch((error: unknown) => {
      // A link may have expired: the next job opens the files anew, under fresh links.
      if (!signal.aborted) this.#files.keepOnly(new Set());
      throw error;
    });
    this.#done.set(key, picture, picture.pixels.byteLength);
    if (!signal.aborted) this.#parts.onState({ kind: "shown", frame, picture });
  }

  #fail(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    console.warn("cutroom: no exact frame", error);
    const reason = error instanceof TooLargeError ? "too-large" : "failed";
    this.#parts.onState({ kind: "unavailable", reason });
  }
}
