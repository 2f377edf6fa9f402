/** Makes the sample's files on this machine: three landscapes and a piece of music. */
import { open, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MediaEngine } from "@cutroom/ports";
import { composeMusic } from "./music.ts";
import { paintFrame } from "./paint.ts";
import { SCENES, type Scene } from "./scenes.ts";

export interface SampleFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

const PAINTED = { width: 480, height: 270 };
const FPS = 30;
export const SCENE_SECONDS = 6;
export const MUSIC_SECONDS = 16;

async function paintTo(file: string, scene: Scene): Promise<void> {
  const handle = await open(file, "w");
  const frame = new Uint8Array(PAINTED.width * PAINTED.height * 3);
  for (let index = 0; index < SCENE_SECONDS * FPS; index++) {
    paintFrame(scene, frame, PAINTED, index / FPS);
    await handle.write(frame);
  }
  await handle.close();
}

async function encodeScene(scene: Scene, engine: MediaEngine): Promise<SampleFile> {
  const directory = await mkdtemp(join(tmpdir(), "cutroom-sample-"));
  try {
    await paintTo(join(directory, "frames.rgb"), scene);
    const size = `${PAINTED.width}x${PAINTED.height}`;
    const outcome = await engine.run({
      tool: "ffmpeg",
      args: [
        "-v",
        "error",
        "-f",
        "rawvideo",
        "-pix_fmt",
        "rgb24",
        "-s",
        size,
        "-r",
        String(FPS),
        "-i",
        "frames.rgb",
        "-vf",
        "scale=1280:720:flags=bicubic+accurate_rnd:out_color_matrix=bt709:out_range=tv,format=yuv420p",
        "-c:v",
        "libx264",
        "-preset",
        "veryfast",
        "-crf",
        "19",
        "-g",
        "60",
        "-colorspace",
        "bt709",
        "-color_primaries",
        "bt709",
        "-color_trc",
        "bt709",
        "-color_range",
        "tv",
        "-movflags",
        "+faststart",
        "out.mp4",
      ],
      directory,
      timeoutMs: 300_000,
    });
    if (!outcome.ok) throw new Error(`the sample clip could not be encoded: ${outcome.stderr}`);
    return {
      name: scene.fileName,
      contentType: "video/mp4",
      bytes: await readFile(join(directory, "out.mp4")),
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The same media every time for the same engine. `onProgress` gets a short text. */
export async function makeSampleMedia(
  engine: MediaEngine,
  onProgress: (text: string) => void,
): Promise<{ readonly scenes: readonly SampleFile[]; readonly music: SampleFile }> {
  const scenes: SampleFile[] = [];
  for (const scene of SCENES) {
    onProgress(scene.name);
    scenes.push(await encodeScene(scene, engine));
  }
  onProgress("music");
  const music = {
    name: "slow-light.wav",
    contentType: "audio/wav",
    bytes: composeMusic(MUSIC_SECONDS),
  };
  return { scenes, music };
}
