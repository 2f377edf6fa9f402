/** The live picture and sound: clock, decoders and compositor behind one small surface. */
import { composeAt } from "@cutroom/compiler";
import type { DrawOp, RenderPlan } from "@cutroom/compiler";
import { flicksToFrameNearest, framesToFlicks } from "@cutroom/timeline";
import type { Flicks } from "@cutroom/timeline";
import { Clock } from "./clock.ts";
import { drawFrame } from "./compose.ts";
import type { Surface } from "./compose.ts";
import { createAsideLayer } from "./aside-layer.ts";
import type { DecodeAbility } from "./decode/probe.ts";
import { MediaFiles } from "./decode/media-file.ts";
import { PictureSupply } from "./decode/picture-supply.ts";
import type { TitleRasteriser } from "./decode/title-client.ts";
import { HeardTime } from "./heard-time.ts";
import type { Levels } from "./levels.ts";
import type { MediaByAsset } from "./media.ts";
import { Sound } from "./sound.ts";

export interface PlayerEvents {
  /** A frame is on the canvas. */
  readonly onDrawn: (frame: number) => void;
  /** The playhead moved by itself, once per frame of the project. */
  readonly onPlayhead: (playheadFlicks: Flicks) => void;
  readonly onEnded: () => void;
  /** Counters or failed assets changed. */
  readonly onStatus: () => void;
}

export interface PlayerParts {
  readonly canvas: HTMLCanvasElement;
  readonly ability: DecodeAbility;
  readonly titles: TitleRasteriser;
  readonly events: PlayerEvents;
  readonly levels?: Levels | undefined;
}

/** Pictures of clips that begin soon are decoded before they are needed. */
const PREROLL_S = 0.8;
const START_TIMEOUT_MS = 600;
/** Without a new picture for this long, an older one is better than none. */
const LATE_MS = 120;
/** An owner that answers later than this many frames is seeking. */
const UNHEARD = 240;

export class Player {
  readonly #parts: PlayerParts;
  readonly #surface: Surface;
  readonly #clock: Clock;
  readonly #files: MediaFiles;
  readonly #supply: PictureSupply;
  #media: MediaByAsset = {};
  #plan: RenderPlan | null = null;
  #audio: { context: AudioContext; heard: HeardTime; sound: Sound } | null = null;
  #volume = 1;
  #refresh = 0;
  #playhead = -1;
  /** Where the owner last put or heard the playhead. */
  #wanted: Flicks | null = null;
  /** What the owner was told and has not given back yet. */
  readonly #reported: Flicks[] = [];
  #shown = -1;
  #drawnAtMs = 0;
  #starting = 0;
  /** Pictures at rest, numbered: the newest one wanted and the newest one drawn. */
  #asked = 0;
  #answered = 0;
  drawnFrames = 0;
  /** Since play was last pressed, at normal speed. */
  droppedFrames = 0;

  constructor(parts: PlayerParts) {
    this.#parts = parts;
    const context = parts.canvas.getContext("2d", { alpha: false });
    if (!context) throw new Error("no 2d canvas");
    this.#clock = new Clock(
      { nowMs: () => performance.now(), audioTime: () => this.#audio?.heard.read() ?? null },
      { rate: { n: 30, d: 1 }, frameCount: 0 },
    );
    this.#files = new MediaFiles((assetId) => this.#media[assetId]?.proxyUrl ?? null);
    this.#supply = new PictureSupply({
      ability: parts.ability,
      files: this.#files,
      titles: parts.titles,
      media: () => this.#media,
      onFailure: () => parts.events.onStatus(),
    });
    this.#surface = { target: context, aside: createAsideLayer(), tableOf: this.#supply.tableOf };
  }

  get playing(): boolean {
    return this.#clock.playing || this.#starting !== 0;
  }

  get frame(): number {
    return this.#clock.tick().frame;
  }

  /** What the clock follows, for the curious and for tests. */
  get clockSource(): string {
    return this.#clock.anchor.source;
  }

  get failedAssetIds(): readonly string[] {
    return this.#supply.failedAssetIds;
  }

  /** Shows `plan` from now on; null blanks the picture. Redraws where the playhead is. */
  setPlan(plan: RenderPlan | null, media: MediaByAsset): void {
    this.#media = media;
    if (plan === this.#plan) return;
    this.#plan = plan;
    this.#supply.setPlan(plan);
    const { canvas } = this.#parts;
    if (!plan) {
      this.pause();
      return;
    }
    if (canvas.width !== plan.width || canvas.height !== plan.height) {
      canvas.width = plan.width;
      canvas.height = plan.height;
    }
    this.#clock.setGrid({ rate: plan.rate, frameCount: plan.frameCount });
    this.#shown = -1;
    if (!this.playing) this.#seek(this.#wanted ?? 0);
  }

  setLoop(loop: boolean): void {
    this.#clock.setLoop(loop);
  }

  /** 0 to 1. */
  setVolume(volume: number): void {
    this.#volume = volume;
    this.#audio?.sound.setVolume(volume);
  }

  /** Goes where the owner put the playhead, unless that is where the player itself has put it. */
  followPlayhead(playheadFlicks: Flicks): void {
    if (playheadFlicks === this.#wanted) return;
    this.#wanted = playheadFlicks;
    // The owner hears of frames a little later than they are reported, and may leave some out.
    const heard = this.#reported.indexOf(playheadFlicks);
    this.#reported.splice(0, heard === -1 ? this.#reported.length : heard + 1);
    if (heard === -1) this.#seek(playheadFlicks);
  }

  /** Starts as soon as the first frames and sound are decoded, or after a short wait. */
  async play(shuttleRate: number): Promise<void> {
    const plan = this.#plan;
    if (!plan) return;
    if (this.#clock.playing) {
      this.#clock.play(shuttleRate);
      return;
    }
    const start = performance.now();
    this.#starting = start;
    const audio = this.#openAudio();
    const frame = shuttleRate > 0 && this.frame >= plan.frameCount - 1 ? 0 : this.frame;
    const ready = Promise.all([
      audio?.context.resume(),
      audio?.sound.prepare(plan, framesToFlicks(frame, plan.rate)),
      this.#supply.ensure(composeAt(plan, frame)),
      this.#supply.startAhead(composeAt(plan, frame), shuttleRate),
    ]);
    const late = new Promise((resolve) => setTimeout(resolve, START_TIMEOUT_MS));
    await Promise.race([ready.catch(() => {}), late]);
    if (this.#starting !== start) return;
    this.#starting = 0;
    this.#clock.play(shuttleRate);
    this.#shown = -1;
    this.droppedFrames = 0;
    this.#loop();
  }

  pause(): void {
    this.#starting = 0;
    cancelAnimationFrame(this.#refresh);
    this.#audio?.sound.stop();
    this.#supply.rest();
    if (!this.#clock.playing) return;
    this.#clock.pause();
    // The clock may have gone on since the last refresh: the owner must know where it stands.
    this.#report(this.#clock.tick().frame);
    this.#rest();
    this.#parts.events.onStatus();
  }

  /** Frees decoders, sound and bitmaps. The player cannot be used afterwards. */
  close(): void {
    this.pause();
    this.#plan = null;
    this.#supply.close();
    this.#files.keepOnly(new Set());
    this.#parts.levels?.attach(null);
    this.#audio?.context.close().catch(() => {});
    this.#audio = null;
  }

  #seek(playheadFlicks: Flicks): void {
    this.#clock.seek(flicksToFrameNearest(playheadFlicks, this.#clock.grid.rate));
    this.#playhead = this.#clock.tick().frame;
    if (!this.playing) this.#rest();
  }

  #openAudio() {
    if (!this.#parts.ability.sound) return null;
    if (!this.#audio) {
      const context = new AudioContext({ sampleRate: 48_000, latencyHint: "interactive" });
      const sound = new Sound(context, this.#files, (assetId) => this.#supply.fail(assetId));
      sound.setVolume(this.#volume);
      this.#parts.levels?.attach(sound);
      this.#audio = { context, sound, heard: new HeardTime(context, () => performance.now()) };
    }
    return this.#audio;
  }

  #loop(): void {
    this.#refresh = requestAnimationFrame(() => {
      if (!this.#clock.playing) return;
      const { frame, ended } = this.#clock.tick();
      this.#onTick(frame);
      if (!ended) {
        this.#loop();
        return;
      }
      this.#audio?.sound.stop();
      this.#supply.rest();
      this.#rest();
      this.#parts.events.onStatus();
      this.#parts.events.onEnded();
    });
  }

  #onTick(frame: number): void {
    const plan = this.#plan;
    if (!plan) return;
    const { anchor } = this.#clock;
    this.#audio?.sound.update(plan, anchor, this.#clock.position());
    const ops = composeAt(plan, frame);
    const soon = frame + Math.round((PREROLL_S * plan.rate.n * anchor.shuttleRate) / plan.rate.d);
    this.#supply.follow(ops, composeAt(plan, soon), anchor.shuttleRate);
    this.#report(frame);
    if (frame === this.#shown) return;
    if (this.#supply.has(ops)) this.#draw(frame, ops, anchor.shuttleRate);
    else if (performance.now() - this.#drawnAtMs > LATE_MS) this.#drawLate(plan, ops);
  }

  #report(frame: number): void {
    if (frame === this.#playhead) return;
    this.#playhead = frame;
    const flicks = framesToFlicks(frame, this.#clock.grid.rate);
    this.#reported.push(flicks);
    if (this.#reported.length > UNHEARD) this.#reported.shift();
    this.#parts.events.onPlayhead(flicks);
  }

  /** Something a little old instead of a standing picture; it does not count as a drawn frame. */
  #drawLate(plan: RenderPlan, ops: readonly DrawOp[]): void {
    if (!ops.every((op) => op.kind !== "video" || this.#supply.getLate(op) !== null)) return;
    this.#drawnAtMs = performance.now();
    drawFrame(this.#surface, plan, ops, (op) => this.#supply.getLate(op), "low");
  }

  #draw(frame: number, ops: readonly DrawOp[], shuttleRate: number | null): void {
    const plan = this.#plan;
    if (!plan) return;
    const smoothing = shuttleRate === null ? "high" : "low";
    drawFrame(this.#surface, plan, ops, (op) => this.#supply.get(op), smoothing);
    if (shuttleRate === 1 && this.#shown >= 0 && frame > this.#shown) {
      this.droppedFrames += frame - this.#shown - 1;
    }
    this.#shown = frame;
    this.#drawnAtMs = performance.now();
    this.drawnFrames += 1;
    this.#parts.events.onDrawn(frame);
  }

  #rest(): void {
    this.#asked += 1;
    this.#drawAtRest(this.#clock.tick().frame, this.#asked).catch(() =>
      this.#parts.events.onStatus(),
    );
  }

  /**
   * Readers serve only the newest request, so a fast scrub draws what the machine can decode.
   * A slow title must not hold up a newer position, and an older one never replaces it.
   */
  async #drawAtRest(frame: number, asked: number): Promise<void> {
    const plan = this.#plan;
    if (!plan) return;
    const ops = composeAt(plan, frame);
    await this.#supply.ensure(ops);
    // Playing draws for itself; an edit meanwhile has asked anew.
    if (plan !== this.#plan || this.#clock.playing || asked < this.#answered) return;
    if (asked !== this.#asked && !this.#supply.has(ops)) return;
    this.#answered = asked;
    this.#draw(frame, ops, null);
  }
}
