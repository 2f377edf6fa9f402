/** From the compiler's sound spans to pieces of decoded chunks with exact start times. Pure. */
import type { SoundSpan } from "@cutroom/compiler";
import { flicksToSeconds } from "@cutroom/timeline";
import { CHUNK_S } from "./decode/sound-file.ts";

export interface SoundPiece {
  readonly chunk: number;
  /** Second of the plan at which it begins. */
  readonly planS: number;
  /** Where to begin inside the chunk, or backwards inside the chunk as it is then, and how much of it to play, in the asset's seconds. */
  readonly offsetS: number;
  readonly lengthS: number;
}

/** The chunks that `span` reads, in time order, without gap or overlap. */
export function soundPieces(span: SoundSpan, sampleRate: number): SoundPiece[] {
  return span.reversed ? piecesBackwards(span, sampleRate) : piecesForwards(span, sampleRate);
}

function piecesForwards(span: SoundSpan, sampleRate: number): SoundPiece[] {
  const speed = span.speed.n / span.speed.d;
  const planStartS = span.startSample / sampleRate;
  const sourceStartS = flicksToSeconds(span.sourceStart);
  const lengthS = ((span.endSample - span.startSample) / sampleRate) * speed;
  const endS = sourceStartS + lengthS;
  const pieces: SoundPiece[] = [];
  // Before the asset's own beginning there is nothing to play.
  let atS = Math.max(0, sourceStartS);
  while (atS < endS - 1e-9) {
    const chunk = Math.floor(atS / CHUNK_S + 1e-9);
    const untilS = Math.min(endS, (chunk + 1) * CHUNK_S);
    pieces.push({
      chunk,
      planS: planStartS + (atS - sourceStartS) / speed,
      offsetS: Math.max(0, atS - chunk * CHUNK_S),
      lengthS: untilS - atS,
    });
    atS = untilS;
  }
  return pieces;
}

/** As forwards, with chunks that were turned round: their beginning is the end of their second. */
function piecesBackwards(span: SoundSpan, sampleRate: number): SoundPiece[] {
  const speed = span.speed.n / span.speed.d;
  const planStartS = span.startSample / sampleRate;
  const sourceStartS = flicksToSeconds(span.sourceStart);
  const endS = sourceStartS - ((span.endSample - span.startSample) / sampleRate) * speed;
  const pieces: SoundPiece[] = [];
  let atS = sourceStartS;
  while (atS > Math.max(0, endS) + 1e-9) {
    const chunk = Math.ceil(atS / CHUNK_S - 1e-9) - 1;
    const untilS = Math.max(0, endS, chunk * CHUNK_S);
    pieces.push({
      chunk,
      planS: planStartS + (sourceStartS - atS) / speed,
      offsetS: Math.max(0, (chunk + 1) * CHUNK_S - atS),
      lengthS: atS - untilS,
    });
    atS = untilS;
  }
  return pieces;
}
