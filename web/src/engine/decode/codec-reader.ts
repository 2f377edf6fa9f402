/** Frames of one clip through WebCodecs, in order while playing and one by one otherwise. */
import type { VideoSample, VideoSampleSink } from "mediabunny";
import { LatestWins } from "../latest-wins.ts";
import { AheadFrames } from "./ahead-frames.ts";
import type { FrameCache } from "./frame-cache.ts";
import type { FrameReader, FrameReaderParts } from "./frame-reader.ts";
import { type MediaFile, loadDemuxer } from "./media-file.ts";

/** Frames decoded before they are shown. */
const AHEAD = 8;
/** A jump further than this is a new start: reading up to it would decode for nothing. */
const READ_ON = 30;
const LONGEST_LEAD = 45;
const STARVED_MS = 150;

export class CodecReader implements FrameReader {
  readonly #parts: FrameReaderParts;
  readonly #file: MediaFile;
  readonly #cache: FrameCache;
  readonly #fills: LatestWins<{ from: number; to: number }, void>;
  readonly #ahead = new AheadFrames<VideoSample>();
  #sink: Promise<VideoSampleSink> | null = null;
  /** Each start of reading has its own number; an old one notices and ends. */
  #run = 0;
  #running = false;
  #target = 0;
  #reached = -1;
  #keptAtMs = 0;
  /** Has this start given a frame yet? */
  #delivers = false;
  #from = 0;
  #startedAtMs = 0;
  /** Frames that went by during the last start: the next one begins so much later. */
  #lead = 0;
  #wake: () => void = () => {};

  constructor(parts: FrameReaderParts, file: MediaFile, cache: FrameCache) {
    this.#parts = parts;
    this.#file = file;
    this.#cache = cache;
    this.#fills = new LatestWins(({ from, to }) => this.#fillNow(from, to));
  }

  follow(sourceFrame: number): void {
    this.#target = sourceFrame;
    this.#ahead.passTo(sourceFrame);
    const has = this.#has(sourceFrame);
    const passed =
      this.#delivers && sourceFrame <= this.#reached && !has && !this.#leads(sourceFrame);
    // A start that has given nothing yet is not given up: on a slow machine none would ever end.
    const far = this.#delivers && sourceFrame > this.#reached + READ_ON;
    if (!this.#running && has && sourceFrame >= this.#parts.frameCount - 1) return;
    if (!this.#running || passed) this.#start(sourceFrame);
    else if (far) this.#start(Math.min(this.#parts.frameCount - 1, sourceFrame + this.#lead));
    this.#wake();
  }

  async fill(from: number, to: number): Promise<void> {
    await this.#fills.ask({ from: Math.max(0, from), to });
  }

  peek(sourceFrame: number): CanvasImageSource | null {
    return this.#ahead.get(sourceFrame)?.toCanvasImageSource() ?? null;
  }

  peekLate(sourceFrame: number): CanvasImageSource | null {
    return this.#ahead.latestBefore(sourceFrame)?.toCanvasImageSource() ?? null;
  }

  rest(): void {
    this.#run += 1;
    this.#running = false;
    this.#wake();
  }

  close(): void {
    this.rest();
    this.#fills.drop();
    this.#ahead.clear();
  }

  #has(sourceFrame: number): boolean {
    const { assetId } = this.#parts;
    return this.#ahead.get(sourceFrame) !== null || this.#cache.has(assetId, sourceFrame);
  }

  #start(from: number): void {
    this.#run += 1;
    this.#running = true;
    this.#reached = from - 1;
    this.#from = from;
    this.#delivers = false;
    this.#startedAtMs = performance.now();
    this.#wake();
    this.#read(from, this.#run).catch((error: unknown) => {
      this.#running = false;
      this.#parts.onFailure(this.#parts.assetId, error);
    });
  }

  async #read(from: number, run: number): Promise<void> {
    const sink = await this.#openSink();
    for await (const sample of sink.samples(this.#before(from))) {
      const frame = this.#frameOf(sample);
      // Late frames are decoded, because others need them, but held only now and then, so that
      // a machine that cannot keep up still shows movement.
      const starved = performance.now() - this.#keptAtMs > STARVED_MS;
      if (run !== this.#run || (frame < this.#target && !starved)) sample.close();
      else this.#hold(sample, frame);
      if (run !== this.#run) return;
      this.#delivered();
      this.#reached = Math.max(this.#reached, frame);
      while (run === this.#run && frame >= this.#target + AHEAD) await this.#sleep();
    }
    if (run === this.#run) this.#running = false;
  }

  /** Was reading begun ahead of `sourceFrame` on purpose? */
  #leads(sourceFrame: number): boolean {
    return sourceFrame < this.#from && sourceFrame >= this.#from - this.#lead;
  }

  #delivered(): void {
    if (this.#delivers) return;
    this.#delivers = true;
    const tookS = (performance.now() - this.#startedAtMs) / 1000;
    this.#lead = Math.min(LONGEST_LEAD, Math.round(tookS * this.#parts.fps));
  }

  async #fillNow(from: number, to: number): Promise<void> {
    const sink = await this.#openSink();
    if (from === to) {
      if (this.#has(from)) return;
      // The middle of the frame: its edges may be rounded to either side (F73).
      const sample = await sink.getSample((from + 0.5) / this.#parts.fps);
      if (!sample) return;
      await this.#keep(sample, from).finally(() => sample.close());
      return;
    }
    for await (const sample of sink.samples(this.#before(from), (to + 0.5) / this.#parts.fps)) {
      await this.#keep(sample, this.#frameOf(sample)).finally(() => sample.close());
    }
  }

  #hold(sample: VideoSample, frame: number): void {
    this.#keptAtMs = performance.now();
    this.#ahead.put(frame, sample);
  }

  async #keep(sample: VideoSample, frame: number): Promise<void> {
    if (this.#cache.has(this.#parts.assetId, frame)) return;
    const shown = sample.toVideoFrame();
    try {
      this.#cache.put(this.#parts.assetId, frame, await createImageBitmap(shown));
    } finally {
      shown.close();
    }
  }

  #openSink(): Promise<VideoSampleSink> {
    const open = async () => {
      const [{ VideoSampleSink }, track] = await Promise.all([loadDemuxer(), this.#file.video()]);
      if (!track) throw new Error("no picture in this file");
      return new VideoSampleSink(track);
    };
    this.#sink ??= open();
    return this.#sink;
  }

  #before(frame: number): number {
    return Math.max(0, frame - 0.25) / this.#parts.fps;
  }

  #frameOf(sample: VideoSample): number {
    return Math.round(sample.timestamp * this.#parts.fps);
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
