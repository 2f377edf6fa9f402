/** A short piece for the sample project, synthesised: soft chords, a slow bass, a bell line. */

const RATE = 48_000;
const CHORDS: readonly (readonly number[])[] = [
  [220, 261.63, 329.63],
  [174.61, 220, 261.63],
  [261.63, 329.63, 392],
  [196, 246.94, 293.66],
];
const BELLS = [880, 1046.5, 1318.5, 1046.5, 783.99, 1046.5, 1174.7, 987.77];

function pad(time: number, chord: readonly number[], within: number, length: number): number {
  const swell = Math.min(1, within / 0.6) * Math.min(1, (length - within) / 0.5);
  let sum = 0;
  for (const frequency of chord) {
    sum +=
      Math.sin(2 * Math.PI * frequency * time) +
      0.35 * Math.sin(2 * Math.PI * frequency * 2.003 * time);
  }
  return (sum / chord.length) * swell;
}

/** 16-bit stereo WAV of `seconds`; the same bytes every time. */
export function composeMusic(seconds: number): Uint8Array {
  const samples = Math.round(seconds * RATE);
  const file = new Uint8Array(44 + samples * 4);
  const view = new DataView(file.buffer);
  const text = (offset: number, value: string) => {
    for (let i = 0; i < value.length; i++) view.setUint8(offset + i, value.charCodeAt(i));
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
  const barS = 2.5;
  for (let i = 0; i < samples; i++) {
    const time = i / RATE;
    const bar = Math.floor(time / barS);
    const chord = CHORDS[bar % CHORDS.length] ?? [220];
    const beat = time % (barS / 2);
    const bell = BELLS[Math.floor(time / (barS / 2)) % BELLS.length] ?? 880;
    const bellSound = Math.sin(2 * Math.PI * bell * time) * Math.exp(-beat * 4) * 0.16;
    const bass = Math.sin(2 * Math.PI * ((chord[0] ?? 220) / 2) * time) * 0.25;
    const edge = Math.min(1, time / 0.4, (seconds - time) / 1.2);
    const mix = (pad(time, chord, time % barS, barS) * 0.22 + bass + bellSound) * 0.8 * edge;
    const pan = 0.12 * Math.sin(time * 0.9);
    view.setInt16(44 + i * 4, Math.round(mix * (1 - pan) * 32_000), true);
    view.setInt16(46 + i * 4, Math.round(mix * (1 + pan) * 32_000), true);
  }
  return file;
}
