/** Ambient sound, synthesised: a bed of shaped noise, a quiet chord, now and then a chirp. */
import { createChance } from "./random.ts";
import type { SoundPlan } from "./sound-plan.ts";
import type { Storyboard } from "./storyboard.ts";

const RATE = 48_000;
const PEAK = 30_000;
const HEADER_BYTES = 44;

interface Bed {
  /** How much of the noise passes, 0-1: low is dull. */
  readonly bright: number;
  readonly level: number;
  /** Swells per second and how deep they go. */
  readonly swell: number;
  readonly depth: number;
}

const BEDS: Readonly<Record<SoundPlan["bed"], Bed>> = {
  waves: { bright: 0.09, level: 0.9, swell: 0.16, depth: 0.75 },
  wind: { bright: 0.03, level: 1.1, swell: 0.11, depth: 0.55 },
  rain: { bright: 0.5, level: 0.24, swell: 0.07, depth: 0.15 },
  hum: { bright: 0.02, level: 1, swell: 0.08, depth: 0.25 },
  leaves: { bright: 0.16, level: 0.34, swell: 0.13, depth: 0.6 },
  void: { bright: 0.008, level: 1.5, swell: 0.06, depth: 0.5 },
};

function header(samples: number): Uint8Array {
  const file = new Uint8Array(HEADER_BYTES + samples * 4);
  const view = new DataView(file.buffer);
  const text = (offset: number, value: string) => {
    for (let at = 0; at < value.length; at += 1) view.setUint8(offset + at, value.charCodeAt(at));
  };
  text(0, "RIFF");
  view.setUint32(4, 36 + samples * 4, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 2, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE * 4, true);
  view.setUint16(32, 4, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, samples * 4, true);
  return file;
}

/** One channel: noise through two one-pole filters, swelling slowly. */
function layBed(board: Storyboard, channel: "left" | "right", samples: number): Float32Array {
  const bed = BEDS[board.sound.bed];
  const chance = createChance(board.look, `bed ${channel}`);
  const phase = chance.between(0, 1);
  const out = new Float32Array(samples);
  const gain = bed.level * 0.6 * (0.35 / Math.sqrt(bed.bright));
  let [once, twice] = [0, 0];
  for (let at = 0; at < samples; at += 1) {
    once += (chance.next() * 2 - 1 - once) * bed.bright;
    twice += (once - twice) * Math.min(1, bed.bright * 2.5);
    const wave = 0.5 + 0.5 * Math.sin(2 * Math.PI * (bed.swell * (at / RATE) + phase));
    out[at] = twice * gain * (1 - bed.depth + bed.depth * wave * wave);
  }
  return out;
}

function chordAt(chord: SoundPlan["chord"], time: number): number {
  let sum = 0;
  for (const [index, tone] of chord.entries()) {
    const beat = 0.7 + 0.3 * Math.sin(time * (0.5 + index * 0.23) + index);
    sum += Math.sin(2 * Math.PI * tone * time) * beat;
    sum += 0.22 * Math.sin(2 * Math.PI * tone * 2.004 * time) * beat;
  }
  return sum / 3;
}

/** Two or three soft falling notes every other second. */
function chirpAt(time: number, offset: number): number {
  const within = (time + offset) % 2.3;
  const note = Math.floor(within / 0.13);
  if (note > 2) return 0;
  const at = within - note * 0.13;
  const tone = 3_100 + 260 * note - 900 * at;
  return Math.sin(2 * Math.PI * tone * at) * Math.exp(-at * 38) * Math.min(1, at * 400);
}

/** 16-bit stereo WAV at 48 kHz, exactly as long as the clip. It never clips. */
export function composeSound(board: Storyboard): Uint8Array {
  const seconds = board.frames / board.fps;
  const samples = Math.round(seconds * RATE);
  const file = header(samples);
  const view = new DataView(file.buffer);
  const left = layBed(board, "left", samples);
  const right = layBed(board, "right", samples);
  const offset = createChance(board.look, "chirps").between(0.4, 2);
  for (let at = 0; at < samples; at += 1) {
    const time = at / RATE;
    const edge = Math.min(1, time / 0.5, (seconds - time) / 0.8);
    const chirp = board.sound.chirps ? 0.035 * chirpAt(time, offset) : 0;
    const tone = 0.13 * chordAt(board.sound.chord, time) + chirp;
    for (const [channel, bed] of [left, right].entries()) {
      const value = Math.tanh(((bed[at] ?? 0) + tone) * 0.9) * edge;
      view.setInt16(HEADER_BYTES + at * 4 + channel * 2, Math.round(value * PEAK), true);
    }
  }
  return file;
}
