/**
 * When the playhead rests: gets the exact frame, says how far it is, and why if it cannot. While
 * nobody is at work it makes the frames around it, so that steps show exact pictures at once.
 */
import type { RenderPlan } from "@cutroom/compiler";
import { MediaFiles } from "../decode/media-file.ts";
import type { TitleRasteriser } from "../decode/title-client.ts";
import { LatestWins } from "../latest-wins.ts";
import type { MediaByAsset } from "../media.ts";
import type { ExactFrame } from "./exact-frame.ts";
import { loadFfmpegCore } from "./ffmpeg-core.ts";
import { framesAround } from "./frames-around.ts";
import { HeldPictures } from "./held-pictures.ts";
import { QuietTime } from "./quiet-time.ts";
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
  /** Told which frames of the plan are ready, in order, whenever that changes. */
  readonly onHeld: (frames: readonly number[]) => void;
}

export class ExactPictures {
  readonly #parts: ExactPicturesParts;
  readonly #core: RecycledCore;
  readonly #files: MediaFiles;
  readonly #held = new HeldPictures(CACHE_BYTES);
  readonly #quiet = new QuietTime({
    target: window,
    nowMs: () => performance.now(),
    isHidden: () => document.visibilityState === "hidden",
  });
  readonly #jobs: LatestWins<Wanted, ExactFrame | null>;
  #media: MediaByAsset = {};
  /** Null when no picture is awaited. */
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
    const known = this.#held.at(plan, frame);
    if (known) {
      this.#show(frame, known);
      void this.#renderAround({ plan, frame, signal });
      return;
    }
    if (!this.#held.isOf(plan)) this.#parts.onHeld([]);
    this.#timer = setTimeout(() => {
      this.#rest({ plan, frame, signal }).catch((error: unknown) => this.#fail(error, signal));
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
    this.#quiet.close();
    this.#core.close();
    this.#files.keepOnly(new Set());
    this.#held.clear();
  }

  #working(step: "engine" | "frame", percent: number | null): void {
    if (this.#timer === null) return;
    const rounded = percent === null ? null : Math.round(percent);
    this.#parts.onState({ kind: "working", step, percent: rounded });
  }

  #show(frame: number, picture: ExactFrame): void {
    this.#timer = null;
    this.#parts.onState({ kind: "shown", frame, picture });
  }

  async #rest(wanted: Wanted): Promise<void> {
    this.#held.follow(wanted.plan);
    this.#parts.onHeld(this.#held.frames());
    const picture = await this.#jobs.ask(wanted);
    if (!picture || wanted.signal.aborted) return;
    this.#show(wanted.frame, picture);
    await this.#renderAround(wanted);
  }

  /** One after another, each only while nobody is at work, and as many as there is room for. */
  async #renderAround({ plan, frame, signal }: Wanted): Promise<void> {
    const room = Math.floor(CACHE_BYTES / (plan.width * plan.height * 4)) - 1;
    try {
      for (const next of framesAround(frame, plan.frameCount).slice(0, Math.max(0, room))) {
        await this.#quiet.until(signal);
        await this.#jobs.ask({ plan, frame: next, signal });
      }
    } catch (error) {
      // Nobody waits for it: whoever goes there is told then.
      if (!signal.aborted) console.warn("cutroom: no exact frame ahead", error);
    }
  }

  /** Null when it is not wanted any more. */
  async #render({ plan, frame, signal }: Wanted): Promise<ExactFrame | null> {
    if (signal.aborted) return null;
    const known = this.#held.find(plan, frame);
    if (known) return known;
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
    this.#held.keep(plan, frame, picture);
    if (this.#held.isOf(plan)) this.#parts.onHeld(this.#held.frames());
    return picture;
  }

  #fail(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    console.warn("cutroom: no exact frame", error);
    const reason = error instanceof TooLargeError ? "too-large" : "failed";
    this.#parts.onState({ kind: "unavailable", reason });
  }
}
