/**
 * Plays the plan's sound through Web Audio, a little ahead of the playhead. Retimed clips and
 * shuttle change pitch here; the export keeps the pitch of retimed clips.
 */
import { soundsBetween } from "@cutroom/compiler";
import type { RenderPlan, SoundSpan } from "@cutroom/compiler";
import { flicksToSamples } from "@cutroom/timeline";
import type { ClockAnchor } from "./clock.ts";
import type { MediaFiles } from "./decode/media-file.ts";
import { SoundChunks } from "./decode/sound-file.ts";
import { assetOf } from "./plan-assets.ts";
import { SoundBus } from "./sound-bus.ts";
import { soundPieces } from "./sound-pieces.ts";
import type { SoundPiece } from "./sound-pieces.ts";

/** Scheduled ahead, in seconds of real time. */
const AHEAD_S = 1.2;
const BLOCK_S = 0.4;
/** Faster than this, sound is noise. */
const FASTEST_HEARD = 2;

interface Heard {
  readonly assetId: string;
  readonly stream: number;
}

interface StartAt {
  readonly piece: SoundPiece;
  /** Context time. */
  readonly when: number;
  readonly rate: number;
  readonly reversed: boolean;
}

export class Sound {
  readonly #context: AudioContext;
  readonly #files: MediaFiles;
  readonly #volume: GainNode;
  /** Before the listener's own volume: what an export would hold, but for its limiter. */
  readonly #mix: SoundBus;
  readonly #tracks = new Map<string, SoundBus>();
  readonly #chunks = new SoundChunks();
  readonly #playing = new Set<AudioBufferSourceNode>();
  readonly #onFailure: (assetId: string, cause: unknown) => void;
  #plan: RenderPlan | null = null;
  #epoch = -1;
  #untilSample = 0;

  constructor(
    context: AudioContext,
    files: MediaFiles,
    onFailure: (assetId: string, cause: unknown) => void,
  ) {
    this.#context = context;
    this.#files = files;
    this.#onFailure = onFailure;
    this.#volume = context.createGain();
    this.#volume.connect(context.destination);
    this.#mix = new SoundBus(context, this.#volume);
  }

  /** Largest samples of the last instant: of a track, or of the mix. */
  peaks(trackId: string | null): { readonly left: number; readonly right: number } {
    if (trackId === null) return this.#mix.peaks();
    return this.#tracks.get(trackId)?.peaks() ?? { left: 0, right: 0 };
  }

  /** 0 to 1; changes without a click. */
  setVolume(volume: number): void {
    this.#volume.gain.setTargetAtTime(volume, this.#context.currentTime, 0.01);
  }

  /** Keeps the schedule filled; call it often while playing. */
  update(plan: RenderPlan, anchor: ClockAnchor, position: number): void {
    if (anchor.source !== "audio") {
      this.stop();
      return;
    }
    const here = flicksToSamples(position, plan.sampleRate);
    if (anchor.epoch !== this.#epoch || plan !== this.#plan) {
      this.stop();
      this.#epoch = anchor.epoch;
      this.#plan = plan;
      this.#untilSample = here;
    }
    const rate = anchor.shuttleRate;
    if (rate <= 0 || rate > FASTEST_HEARD) return;
    const horizon = Math.min(plan.sampleCount, here + AHEAD_S * rate * plan.sampleRate);
    while (this.#untilSample < horizon) {
      const from = this.#untilSample;
      const to = Math.min(plan.sampleCount, from + Math.round(BLOCK_S * plan.sampleRate));
      for (const span of soundsBetween(plan, from, to)) this.#schedule(plan, anchor, span);
      this.#untilSample = to;
    }
  }

  /** Silence at once. */
  stop(): void {
    this.#epoch = -1;
    for (const node of this.#playing) node.stop();
    this.#playing.clear();
  }

  /** Decodes what sounds first, so that play starts with sound. */
  async prepare(plan: RenderPlan, position: number): Promise<void> {
    const here = flicksToSamples(position, plan.sampleRate);
    const spans = soundsBetween(plan, here, here + Math.round(BLOCK_S * plan.sampleRate));
    await Promise.all(
      spans.flatMap((span) =>
        soundPieces(span, plan.sampleRate).map((piece) => this.#decode(heardIn(plan, span), piece)),
      ),
    );
  }

  #decode(heard: Heard, piece: SoundPiece) {
    const file = this.#files.file(heard.assetId);
    if (!file) return Promise.resolve(null);
    return this.#chunks.chunk(heard, file, piece.chunk).catch((error: unknown) => {
      this.#onFailure(heard.assetId, error);
      return null;
    });
  }

  #schedule(plan: RenderPlan, anchor: ClockAnchor, span: SoundSpan): void {
    const perSample = 1 / (plan.sampleRate * anchor.shuttleRate);
    const anchorSample = flicksToSamples(anchor.flicks, plan.sampleRate);
    const timeOf = (sample: number) => anchor.atS + (sample - anchorSample) * perSample;
    const level = this.#context.createGain();
    this.#panned(level, span.pan).connect(this.#trackOf(span.trackId).input);
    const [first] = span.gains;
    level.gain.setValueAtTime(first?.gain ?? 1, 0);
    for (const point of span.gains) {
      level.gain.linearRampToValueAtTime(point.gain, Math.max(0, timeOf(point.sample)));
    }
    const rate = (anchor.shuttleRate * span.speed.n) / span.speed.d;
    const heard = heardIn(plan, span);
    for (const piece of soundPieces(span, plan.sampleRate)) {
      const when = timeOf(piece.planS * plan.sampleRate);
      const at = { piece, when, rate, reversed: span.reversed };
      this.#decodeAndStart(heard, level, at).catch((error: unknown) =>
        this.#onFailure(heard.assetId, error),
      );
    }
  }

  #trackOf(trackId: string): SoundBus {
    const known = this.#tracks.get(trackId);
    if (known) return known;
    const bus = new SoundBus(this.#context, this.#mix.input);
    this.#tracks.set(trackId, bus);
    return bus;
  }

  /** Both sides first, because the panner lowers a single one in the middle. */
  #panned(level: GainNode, pan: number): AudioNode {
    if (pan === 0) return level;
    const panner = new StereoPannerNode(this.#context, {
      pan,
      channelCount: 2,
      channelCountMode: "explicit",
    });
    level.connect(panner);
    return panner;
  }

  async #decodeAndStart(heard: Heard, level: GainNode, at: StartAt): Promise<void> {
    const epoch = this.#epoch;
    const chunk = await this.#decode(heard, at.piece);
    if (!chunk || epoch !== this.#epoch) return;
    this.#start(at.reversed ? turnedRound(chunk.buffer) : chunk.buffer, level, at);
  }

  #start(buffer: AudioBuffer, level: GainNode, at: StartAt): void {
    const { sampleRate, currentTime } = this.#context;
    const when = Math.round(at.when * sampleRate) / sampleRate;
    const lateS = Math.max(0, currentTime + 0.003 - when);
    const lengthS = at.piece.lengthS - lateS * at.rate;
    if (lengthS <= 0) return;
    const node = this.#context.createBufferSource();
    node.buffer = buffer;
    node.playbackRate.value = at.rate;
    node.connect(level);
    node.addEventListener("ended", () => this.#playing.delete(node));
    node.start(when + lateS, at.piece.offsetS + lateS * at.rate, lengthS);
    this.#playing.add(node);
  }
}

function heardIn(plan: RenderPlan, { inputId, stream }: SoundSpan): Heard {
  return { assetId: assetOf(plan, inputId) ?? inputId, stream };
}

/** Chunks backwards, kept as long as the chunk itself is. */
const turned = new WeakMap<AudioBuffer, AudioBuffer>();

function turnedRound(buffer: AudioBuffer): AudioBuffer {
  const known = turned.get(buffer);
  if (known) return known;
  const { length, numberOfChannels, sampleRate } = buffer;
  const copy = new AudioBuffer({ length, numberOfChannels, sampleRate });
  for (let channel = 0; channel < numberOfChannels; channel += 1) {
    copy.copyToChannel(buffer.getChannelData(channel).toReversed(), channel);
  }
  turned.set(buffer, copy);
  return copy;
}
