/** Decoded sounds of assets in chunks of a second; a whole file is never in memory (F71). */
import { BoundedCache } from "../bounded-cache.ts";
import { type MediaFile, loadDemuxer } from "./media-file.ts";

export const CHUNK_S = 1;
const LIMIT_BYTES = 48 * 1024 * 1024;
/** A decoder that starts in the middle needs a little before it gives good samples. */
const PREROLL_S = 0.1;

export interface SoundChunk {
  /** Second of the asset at which it begins. */
  readonly startS: number;
  readonly buffer: AudioBuffer;
}

export class SoundChunks {
  readonly #cache = new BoundedCache<SoundChunk>(LIMIT_BYTES);
  readonly #pending = new Map<string, Promise<SoundChunk | null>>();

  /** Chunk `index` of one of an asset's sounds; null when nothing sounds there. */
  chunk(
    { assetId, stream }: { readonly assetId: string; readonly stream: number },
    file: MediaFile,
    index: number,
  ): Promise<SoundChunk | null> {
    const key = `${assetId}#${stream}#${index}`;
    const known = this.#cache.get(key);
    if (known) return Promise.resolve(known);
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const decoding = decodeChunk(file, stream, index)
      .then((chunk) => {
        if (chunk) this.#cache.set(key, chunk, bytesOf(chunk.buffer));
        return chunk;
      })
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, decoding);
    return decoding;
  }

  clear(): void {
    this.#cache.clear();
  }
}

function bytesOf(buffer: AudioBuffer): number {
  return buffer.length * buffer.numberOfChannels * 4;
}

async function decodeChunk(
  file: MediaFile,
  stream: number,
  index: number,
): Promise<SoundChunk | null> {
  const track = await file.audio(stream);
  if (!track) return null;
  const startS = index * CHUNK_S;
  const { AudioBufferSink } = await loadDemuxer();
  const sink = new AudioBufferSink(track);
  let whole: AudioBuffer | null = null;
  for await (const part of sink.buffers(Math.max(0, startS - PREROLL_S), startS + CHUNK_S)) {
    const { sampleRate, numberOfChannels } = part.buffer;
    const length = Math.round(CHUNK_S * sampleRate);
    whole ??= new AudioBuffer({ length, numberOfChannels, sampleRate });
    copyInto(whole, part.buffer, Math.round((part.timestamp - startS) * sampleRate));
  }
  return whole ? { startS, buffer: whole } : null;
}

function copyInto(whole: AudioBuffer, part: AudioBuffer, at: number): void {
  const skip = Math.max(0, -at);
  if (skip >= part.length || at >= whole.length) return;
  const channels = Math.min(whole.numberOfChannels, part.numberOfChannels);
  for (let channel = 0; channel < channels; channel += 1) {
    const samples = part.getChannelData(channel);
    whole.copyToChannel(skip > 0 ? samples.subarray(skip) : samples, channel, Math.max(0, at));
  }
}
