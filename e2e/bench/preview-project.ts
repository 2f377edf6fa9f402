/** Twelve seconds to look at: two films with a crossfade, and a third lying smaller over both. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Client } from "@cutroom/contracts";
import { FLICKS_PER_SECOND, applyEdit, mediaClipFrom, newProject } from "@cutroom/timeline";
import { demoClient } from "../account.ts";
import { announce, must, untilEnded } from "../by-api.ts";
import type { Product } from "../product.ts";

const FILM_S = 20;
export const PROJECT_S = 12;
export const FPS = 30;

/** 720p in motion, a key frame every two seconds, with a tone. */
async function film(folder: string, source: string): Promise<Buffer> {
  const path = join(folder, `${source}.mp4`);
  await promisify(execFile)("ffmpeg", [
    "-v",
    "error",
    "-nostdin",
    "-f",
    "lavfi",
    "-i",
    `${source}=s=1280x720:r=${FPS}:d=${FILM_S}`,
    "-f",
    "lavfi",
    "-i",
    `sine=f=330:r=48000:d=${FILM_S}`,
    "-c:v",
    "libx264",
    "-preset",
    "veryfast",
    "-g",
    "60",
    "-pix_fmt",
    "yuv420p",
    "-c:a",
    "aac",
    "-movflags",
    "+faststart",
    path,
  ]);
  return readFile(path);
}

async function upload(api: Client, bytes: Buffer, name: string) {
  const announced = await announce(api, bytes, name);
  await announced.send();
  await untilEnded(api, await announced.complete());
  const asset = must(await api.getAsset({ params: { asset_id: announced.assetId } }));
  if (asset.facts === null || asset.checksum === null) throw new Error(`${name} is not usable`);
  return { assetId: asset.id, checksum: asset.checksum, name, facts: asset.facts };
}

function documentOf(films: Awaited<ReturnType<typeof upload>>[]) {
  const document = newProject();
  const { rate } = document.settings;
  const clip = (
    id: string,
    file: number,
    place: { trackId: string; fromS: number; forS: number },
  ) => {
    const asset = films[file];
    if (asset === undefined) throw new Error("no film");
    const startFlicks = place.fromS * FLICKS_PER_SECOND;
    const made = mediaClipFrom(asset, { id, trackId: place.trackId, startFlicks, rate });
    if (!made.ok) throw new Error(made.failure.code);
    return {
      ...made.value,
      // Material on both sides of what is used, for the transition to lie on.
      sourceStart: 4 * FLICKS_PER_SECOND,
      duration: place.forS * FLICKS_PER_SECOND,
    };
  };
  const left = clip("left", 0, { trackId: "video-1", fromS: 0, forS: 6 });
  const right = clip("right", 1, { trackId: "video-1", fromS: 6, forS: 6 });
  const over = clip("over", 1, { trackId: "overlay-1", fromS: 0, forS: PROJECT_S });
  const small = { ...over, transform: { ...over.transform, scale: 0.4, x: 0.25, y: 0.2 } };
  const edited = applyEdit(
    { ...document, clips: { left, right, over: small } },
    {
      type: "add-transition",
      id: "fade",
      kind: "crossfade",
      leftClipId: left.id,
      rightClipId: right.id,
      durationFlicks: FLICKS_PER_SECOND,
    },
  );
  if (!edited.ok) throw new Error(edited.failure.code);
  return edited.value.document;
}

/** Gives the project's id. */
export async function twoLayers(product: Product): Promise<string> {
  const api = await demoClient(product);
  const folder = await mkdtemp(join(tmpdir(), "cutroom-films-"));
  try {
    const films = [];
    for (const source of ["testsrc2", "testsrc"]) {
      films.push(await upload(api, await film(folder, source), `${source}.mp4`));
    }
    const body = { name: "Two layers", document: documentOf(films) };
    return must(await api.createProject({ body })).id;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
