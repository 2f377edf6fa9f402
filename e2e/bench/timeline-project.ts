/** A long project of the sample's own files. */
import {
  FLICKS_PER_SECOND,
  type ProjectDocument,
  mediaClipFrom,
  newProject,
  textClipFrom,
} from "@cutroom/timeline";
import { demoClient } from "../account.ts";
import { must } from "../by-api.ts";
import type { Product } from "../product.ts";

const TRACKS = ["video-1", "overlay-1", "audio-1", "text-1"] as const;
const CLIP_S = 4;

/** Clips of four seconds each, in turn on four tracks, spread over `overS`. Gives the project's id. */
export async function longProject(
  product: Product,
  { clips: count, overS }: { readonly clips: number; readonly overS: number },
): Promise<string> {
  const api = await demoClient(product);
  const { assets } = must(await api.listAssets({ query: {} }));
  const of = (kind: string) => {
    const asset = assets.find(({ state, facts }) => state === "READY" && facts?.kind === kind);
    if (asset?.facts == null || asset.checksum === null) throw new Error(`no ${kind} to use`);
    const { id, checksum, name, facts } = asset;
    return { assetId: id, checksum, name, facts };
  };
  const [video, audio] = [of("video"), of("audio")];
  const document = newProject();
  const { rate } = document.settings;
  const durationFlicks = CLIP_S * FLICKS_PER_SECOND;
  const spacingS = (overS * TRACKS.length) / count;
  const clips: Record<string, ProjectDocument["clips"][string]> = {};
  for (let index = 0; index < count; index++) {
    const trackId = TRACKS[index % TRACKS.length] ?? "video-1";
    const startFlicks = Math.floor(index / TRACKS.length) * spacingS * FLICKS_PER_SECOND;
    const place = { id: `clip-${index}`, trackId, startFlicks, rate };
    if (trackId === "text-1") {
      clips[place.id] = textClipFrom({ ...place, text: `Title ${index}`, durationFlicks });
      continue;
    }
    const made = mediaClipFrom(trackId === "audio-1" ? audio : video, place);
    if (!made.ok) throw new Error(made.failure.code);
    clips[place.id] = { ...made.value, duration: durationFlicks };
  }
  const body = { name: "Long", document: { ...document, clips } };
  return must(await api.createProject({ body })).id;
}
