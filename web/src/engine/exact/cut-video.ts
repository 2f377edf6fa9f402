/** Copies the group of pictures around one frame out of a proxy, without decoding it. */
import {
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import type { MediaFile } from "../decode/media-file.ts";

export interface CutVideo {
  readonly bytes: Uint8Array;
  /** Index on the whole file's frame grid of the cut's first frame. */
  readonly firstFrame: number;
  readonly frameCount: number;
}

/**
 * A short MP4 that holds frame `sourceFrame` and all that its decoding needs. Reads only that
 * range of the file. Rejects when the file cannot be read or has no such frame.
 */
export async function cutVideo(
  file: MediaFile,
  fps: number,
  sourceFrame: number,
): Promise<CutVideo> {
  const track = await file.video();
  const codec = await track?.getCodec();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !codec || !decoderConfig) throw new Error("no picture in this file");
  const sink = new EncodedPacketSink(track);
  const key = await sink.getKeyPacket((sourceFrame + 0.5) / fps);
  if (!key) throw new Error(`no frame ${sourceFrame}`);
  const end = await sink.getNextKeyPacket(key);
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
  const source = new EncodedVideoPacketSource(codec);
  // No frame rate, because it would become the clock: seeking half a frame needs a finer one.
  output.addVideoTrack(source);
  await output.start();
  let frameCount = 0;
  for await (const packet of sink.packets(key, end ?? undefined)) {
    const timestamp = packet.timestamp - key.timestamp;
    await source.add(packet.clone({ timestamp }), frameCount === 0 ? { decoderConfig } : undefined);
    frameCount += 1;
  }
  await output.finalize();
  if (!target.buffer) throw new Error("nothing was cut");
  return {
    bytes: new Uint8Array(target.buffer),
    firstFrame: Math.round(key.timestamp * fps),
    frameCount,
  };
}
