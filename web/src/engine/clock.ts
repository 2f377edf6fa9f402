/**
 * The playhead. While sound runs, the audio hardware is the clock: pictures follow what is
 * heard, never the other way round. Without running sound a performance clock stands in, and a
 * change of clock goes on from the same position.
 */
import { FLICKS_PER_SECOND, flicksToFrameFloor, framesToFlicks } from "@cutroom/timeline";
import type { Flicks, Rate } from "@cutroom/timeline";

/** What the sound card says: `heardS` is the context time that leaves the speaker now. */
export interface AudioTime {
  readonly running: boolean;
  readonly heardS: number;
}

export interface ClockParts {
  /** Null while there is no audio context. */
  readonly audioTime: () => AudioTime | null;
  readonly nowMs: () => number;
}

export interface FrameGrid {
  readonly rate: Rate;
  readonly frameCount: number;
}

export type ClockSource = "audio" | "performance";

/** Position `flicks` belongs to second `atS` of `source`; valid until `epoch` changes. */
export interface ClockAnchor {
  readonly source: ClockSource;
  readonly atS: number;
  readonly flicks: Flicks;
  readonly shuttleRate: number;
  readonly epoch: number;
}

export interface Tick {
  readonly frame: number;
  /** The end (or, backwards, the start) was reached and the clock has stopped itself. */
  readonly ended: boolean;
}

/** A sound card that claims to run but stands still for this long does not count as a clock. */
const STALL_MS = 400;

export class Clock {
  readonly #parts: ClockParts;
  #grid: FrameGrid;
  #playing = false;
  #loop = false;
  #anchor: ClockAnchor;
  #lastHeardS = -1;
  #lastAdvanceMs = 0;

  constructor(parts: ClockParts, grid: FrameGrid) {
    this.#parts = parts;
    this.#grid = grid;
    this.#anchor = { source: "performance", atS: 0, flicks: 0, shuttleRate: 1, epoch: 0 };
  }

  get playing(): boolean {
    return this.#playing;
  }

  get anchor(): ClockAnchor {
    return this.#anchor;
  }

  get grid(): FrameGrid {
    return this.#grid;
  }

  /** A new project length or rate; the position stays, inside the new length. */
  setGrid(grid: FrameGrid): void {
    const flicks = this.position();
    this.#grid = grid;
    this.#moveTo(this.#clamp(flicks));
  }

  setLoop(loop: boolean): void {
    this.#loop = loop;
  }

  /** Plays at `shuttleRate` (not 0; negative is backwards). From the end it starts over. */
  play(shuttleRate: number): void {
    const flicks = this.position();
    const atEnd = flicksToFrameFloor(flicks, this.#grid.rate) >= this.#grid.frameCount - 1;
    const startOver = !this.#playing && shuttleRate > 0 && atEnd;
    this.#playing = true;
    this.#lastAdvanceMs = this.#parts.nowMs();
    this.#anchor = { ...this.#anchor, shuttleRate };
    this.#moveTo(startOver ? 0 : flicks);
  }

  /** Stops on the frame that is on screen. */
  pause(): void {
    const flicks = framesToFlicks(this.#frameAt(this.position()), this.#grid.rate);
    this.#playing = false;
    this.#moveTo(flicks);
  }

  seek(frame: number): void {
    this.#moveTo(this.#clamp(framesToFlicks(Math.round(frame), this.#grid.rate)));
  }

  /** Where the playhead is now, between frames too. */
  position(): Flicks {
    if (!this.#playing) return this.#anchor.flicks;
    const { source, atS, flicks, shuttleRate } = this.#anchor;
    const elapsedS = Math.max(0, this.#secondsOf(source) - atS);
    return flicks + Math.round(elapsedS * shuttleRate * FLICKS_PER_SECOND);
  }

  /** Call once per screen refresh. */
  tick(): Tick {
    if (!this.#playing) return { frame: this.#frameAt(this.#anchor.flicks), ended: false };
    if (this.#bestSource() !== this.#anchor.source) this.#moveTo(this.position());
    const { rate, frameCount } = this.#grid;
    const position = this.position();
    const endFlicks = framesToFlicks(frameCount, rate);
    const forwards = this.#anchor.shuttleRate > 0;
    if (forwards ? position < endFlicks : position >= 0) {
      return { frame: this.#frameAt(position), ended: false };
    }
    if (this.#loop && endFlicks > 0) {
      this.#moveTo(((position % endFlicks) + endFlicks) % endFlicks);
      return { frame: this.#frameAt(this.#anchor.flicks), ended: false };
    }
    this.#playing = false;
    this.seek(forwards ? frameCount - 1 : 0);
    return { frame: this.#frameAt(this.#anchor.flicks), ended: true };
  }

  #clamp(flicks: Flicks): Flicks {
    const last = framesToFlicks(Math.max(0, this.#grid.frameCount - 1), this.#grid.rate);
    return Math.min(last, Math.max(0, flicks));
  }

  #frameAt(flicks: Flicks): number {
    const frame = flicksToFrameFloor(flicks, this.#grid.rate);
    return Math.min(Math.max(0, this.#grid.frameCount - 1), Math.max(0, frame));
  }

  #secondsOf(source: ClockSource): number {
    if (source === "performance") return this.#parts.nowMs() / 1000;
    return this.#parts.audioTime()?.heardS ?? this.#anchor.atS;
  }

  #bestSource(): ClockSource {
    const audio = this.#parts.audioTime();
    if (audio?.running !== true) return "performance";
    const nowMs = this.#parts.nowMs();
    if (audio.heardS !== this.#lastHeardS) {
      this.#lastHeardS = audio.heardS;
      this.#lastAdvanceMs = nowMs;
    }
    return nowMs - this.#lastAdvanceMs > STALL_MS ? "performance" : "audio";
  }

  #moveTo(flicks: Flicks): void {
    const source = this.#bestSource();
    this.#anchor = {
      source,
      atS: this.#secondsOf(source),
      flicks,
      shuttleRate: this.#anchor.shuttleRate,
      epoch: this.#anchor.epoch + 1,
    };
  }
}
