import type { Asset } from "@cutroom/contracts";
import type { MediaByAsset } from "./media.ts";

/** What the monitor needs of the files of the library, by id. */
export function mediaOf(assets: Readonly<Record<string, Asset>>): MediaByAsset {
  return Object.fromEntries(
    Object.values(assets).map((asset) => [
      asset.id,
      {
        kind: asset.facts?.kind ?? "video",
        facts: asset.facts,
        proxyUrl: asset.state === "READY" ? asset.urls.proxy : null,
        posterUrl: asset.urls.poster,
      },
    ]),
  );
}
