/** Gets the pictures that draw operations ask for: from caches, and by decoding ahead. */
import type { ColourTable, DrawOp, PlanInput, PlanLut, RenderPlan } from "@cutroom/compiler";
import type { Picture } from "../compose.ts";
import { LutTables } from "../lut-tables.ts";
import type { MediaByAsset } from "../media.ts";
import { CodecReader } from "./codec-reader.ts";
import { ElementReader } from "./element-reader.ts";
import { FrameCache } from "./frame-cache.ts";
import type { FrameReader } from "./frame-reader.ts";
import type { MediaFiles } from "./media-file.ts";
import type { DecodeAbility } from "./probe.ts";
import { Stills, Titles } from "./stills.ts";
import type { TitleRasteriser } from "./title-client.ts";

export interface PictureSupplyParts {
  readonly ability: DecodeAbility;
  readonly files: MediaFiles;
  readonly titles: TitleRasteriser;
  readonly media: () => MediaByAsset;
  readonly onFailure: () => void;
}

/** Backwards, a whole group of pictures is decoded at once: proxies have a key frame every 15. */
const GROUP = 15;
/** How much older a picture may be that stands in for one that is late, in frames. */
const LATEST = 90;
/** Titles of the first so many inputs are drawn before anyone plays up to them. */
const PREPARED = 40;
const RETRY_AFTER_MS = 5_000;

type VideoInput = Extract<PlanInput, { kind: "video" }>;

export class PictureSupply {
  readonly #parts: PictureSupplyParts;
  readonly #frames = new FrameCache();
  readonly #stills = new Stills();
  readonly #titles: Titles;
  readonly #readers = new Map<string, { readonly assetId: string; readonly reader: FrameReader }>();
  readonly #failedAtMs = new Map<string, number>();
  readonly #luts = new LutTables();
  #inputs = new Map<string, PlanInput>();

  constructor(parts: PictureSupplyParts) {
    this.#parts = parts;
    this.#titles = new Titles(parts.titles);
  }

  get failedAssetIds(): readonly string[] {
    return [...this.#failedAtMs.keys()];
  }

  /** Files and decoders of clips that are gone are closed; decoded frames stay. */
  setPlan(plan: RenderPlan | null): void {
    this.#inputs = new Map(plan?.inputs.map((input) => [input.id, input]));
    const clips = new Set(
      plan?.layers.flatMap((layer) => layer.pictures.map((one) => `${one.clipId} ${one.inputId}`)),
    );
    this.#closeReaders((key) => !clips.has(key));
    const assets = [...this.#inputs.values()].flatMap((one) =>
      one.kind === "title" ? [] : [one.assetId],
    );
    this.#parts.files.keepOnly(new Set(assets));
    void this.#loadLuts(plan?.luts ?? []);
    for (const input of [...this.#inputs.values()].slice(0, PREPARED)) {
      if (input.kind !== "title") continue;
      // The first title loads a font of megabytes: not in the middle of playing.
      this.#titles.load(input.title).catch((error: unknown) => this.fail(input.id, error));
    }
  }

  /** The table if it is here; `ensure` waits for it. */
  readonly tableOf = (lut: PlanLut): ColourTable | null => this.#luts.get(lut);

  /** The picture if it is decoded; null also for media that is offline. */
  get(op: DrawOp): Picture | null {
    const input = this.#inputs.get(op.inputId);
    if (input?.kind === "video") {
      const held = this.#readers.get(readerKey(op))?.reader.peek(op.sourceFrame);
      return held ? { image: held, rect: null } : this.#frames.get(input.assetId, op.sourceFrame);
    }
    if (input?.kind === "image") return this.#stills.get(input.assetId);
    return input?.kind === "title" ? this.#titles.get(input.title) : null;
  }

  /** The picture, or one a little older where it is not decoded in time. */
  getLate(op: DrawOp): Picture | null {
    const input = this.#inputs.get(op.inputId);
    if (input?.kind !== "video") return this.get(op);
    const held = this.#readers.get(readerKey(op))?.reader.peekLate(op.sourceFrame);
    return held
      ? { image: held, rect: null }
      : this.#frames.latestBefore(input.assetId, op.sourceFrame, LATEST);
  }

  /** Can all of `ops` be drawn now? What is offline never holds the others up. */
  has(ops: readonly DrawOp[]): boolean {
    return ops.every((op) => op.opacity <= 0 || this.#isOffline(op) || this.get(op) !== null);
  }

  /** Decodes what is missing; a picture that fails is left out, not waited for. */
  async ensure(ops: readonly DrawOp[]): Promise<void> {
    const missing = ops.filter((op) => !this.#isOffline(op) && this.get(op) === null);
    await Promise.all([
      this.#loadLuts(ops.flatMap((op) => op.tones?.lut ?? [])),
      ...missing.map((op) =>
        this.#load(op).catch((error: unknown) => this.fail(this.#sourceId(op), error)),
      ),
    ]);
  }

  /** Playing: decodes on from `now`, and begins with clips that come `soon`. */
  follow(now: readonly DrawOp[], soon: readonly DrawOp[], shuttleRate: number): void {
    const current = new Set(now.map(readerKey));
    for (const op of now) this.#followOne(op, shuttleRate);
    for (const op of soon) {
      const key = readerKey(op);
      if (current.has(key)) continue;
      current.add(key);
      if (!this.#readers.has(key)) this.#followOne(op, shuttleRate);
    }
    this.#closeReaders((key) => !current.has(key));
  }

  /** Waits for the frames after `ops`, so that playing starts without a gap. */
  async startAhead(ops: readonly DrawOp[], shuttleRate: number): Promise<void> {
    if (shuttleRate <= 0) return;
    for (const op of ops) this.#followOne(op, shuttleRate);
    const films = ops.filter((op) => op.kind === "video" && op.course === 1);
    const ready = () =>
      films.every((op) => {
        const sourceFrame = this.#insideInput(op, op.sourceFrame + 3);
        return this.#isOffline(op) || this.get({ ...op, sourceFrame }) !== null;
      });
    while (!ready()) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  /** Stops decoding ahead. */
  rest(): void {
    for (const { reader } of this.#readers.values()) reader.rest();
  }

  /** Marks an asset as unreadable; it is tried again after a while, under a fresh URL. */
  fail(assetId: string, cause?: unknown): void {
    if (cause !== undefined) console.warn(`cutroom: cannot decode ${assetId}`, cause);
    this.#failedAtMs.set(assetId, performance.now());
    this.#closeReaders((_key, of) => of === assetId);
    this.#parts.files.forget(assetId);
    this.#parts.onFailure();
  }

  close(): void {
    this.#closeReaders(() => true);
    this.#frames.clear();
    this.#stills.clear();
    this.#titles.clear();
  }

  /** Never rejects: without its table a picture is shown as it is. */
  async #loadLuts(luts: readonly PlanLut[]): Promise<void> {
    const loading = luts.map(async ({ source }) => {
      const url = source.kind === "file" ? this.#parts.media()[source.assetId]?.proxyUrl : null;
      if (source.kind !== "file" || !url) return;
      await this.#luts.load(source.assetId, url).catch((error: unknown) => {
        console.warn(`cutroom: no table ${source.assetId}`, error);
      });
    });
    await Promise.all(loading);
  }

  #isOffline(op: DrawOp): boolean {
    const id = this.#sourceId(op);
    if (op.kind !== "title" && !this.#parts.media()[id]?.proxyUrl) return true;
    const failedAtMs = this.#failedAtMs.get(id);
    if (failedAtMs === undefined) return false;
    if (performance.now() - failedAtMs < RETRY_AFTER_MS) return true;
    this.#failedAtMs.delete(id);
    return false;
  }

  #insideInput(op: DrawOp, sourceFrame: number): number {
    const input = this.#inputs.get(op.inputId);
    return input?.kind === "video" ? Math.min(sourceFrame, input.frameCount - 1) : 0;
  }

  /** The asset behind an operation; a title stands for itself. */
  #sourceId(op: DrawOp): string {
    const input = this.#inputs.get(op.inputId);
    return input === undefined || input.kind === "title" ? op.inputId : input.assetId;
  }

  #load(op: DrawOp): Promise<void> {
    const input = this.#inputs.get(op.inputId);
    const url = this.#parts.media()[this.#sourceId(op)]?.proxyUrl;
    if (input?.kind === "title") return this.#titles.load(input.title);
    if (input?.kind === "image" && url) return this.#stills.load(input.assetId, url, input);
    if (input?.kind !== "video") return Promise.resolve();
    return this.#readerOf(op, input)?.fill(op.sourceFrame, op.sourceFrame) ?? Promise.resolve();
  }

  #followOne(op: DrawOp, shuttleRate: number): void {
    if (this.#isOffline(op)) return;
    const input = this.#inputs.get(op.inputId);
    if (input?.kind !== "video") {
      if (this.get(op) === null) {
        this.#load(op).catch((error: unknown) => this.fail(this.#sourceId(op), error));
      }
      return;
    }
    const reader = this.#readerOf(op, input);
    const rate = shuttleRate * op.course;
    if (rate > 0) {
      reader?.follow(op.sourceFrame, rate);
      return;
    }
    const missing = (frame: number) => frame >= 0 && !this.#frames.has(input.assetId, frame);
    const group = rate < 0 ? GROUP : 1;
    // Played backwards the group before this one is decoded while this one is shown.
    const ahead = op.course < 0 ? op.sourceFrame - GROUP : op.sourceFrame;
    const wanted = [op.sourceFrame, ahead].find(missing);
    if (wanted === undefined) return;
    reader
      ?.fill(wanted - group + 1, wanted)
      .catch((error: unknown) => this.fail(this.#sourceId(op), error));
  }

  #readerOf(op: DrawOp, input: VideoInput): FrameReader | null {
    const key = readerKey(op);
    const open = this.#readers.get(key);
    if (open) return open.reader;
    const { files, ability, media } = this.#parts;
    const { assetId } = input;
    const parts = {
      assetId,
      fps: input.rate.n / input.rate.d,
      frameCount: input.frameCount,
      onFailure: (failed: string, cause: unknown) => this.fail(failed, cause),
    };
    const url = media()[assetId]?.proxyUrl;
    const file = files.file(assetId);
    if (!url || !file) return null;
    const reader =
      ability.frames === "webcodecs"
        ? new CodecReader(parts, file, this.#frames)
        : new ElementReader(parts, url, this.#frames);
    this.#readers.set(key, { assetId, reader });
    return reader;
  }

  #closeReaders(matches: (key: string, assetId: string) => boolean): void {
    for (const [key, { assetId, reader }] of this.#readers) {
      if (!matches(key, assetId)) continue;
      reader.close();
      this.#readers.delete(key);
    }
  }
}

/** Two clips of one asset read at two places, so each has its own reader. */
function readerKey(op: DrawOp): string {
  return `${op.clipId} ${op.inputId}`;
}
