"use client";
import { type MediaClip, PLAIN_LOOK, type PictureLut } from "@cutroom/timeline";
import { useMemo } from "react";
import { useAssets } from "../../server/workspace.ts";

/** A table of colours that somebody uploaded. */
export type FileLut = Extract<PictureLut, { kind: "file" }>;

/** Tables that were uploaded, and those of the clips that are gone from the library. */
export function useFileLuts(clips: readonly MediaClip[]): readonly FileLut[] {
  const assets = useAssets();
  return useMemo(() => {
    const uploaded = assets.flatMap(({ id, name, facts, checksum, state }): FileLut[] =>
      facts?.kind === "lut" && state === "READY" && checksum !== null
        ? [{ kind: "file", assetId: id, checksum, name: name.replace(/\.cube$/i, "") }]
        : [],
    );
    const used = clips.flatMap(({ look }) => {
      const lut = look?.lut ?? PLAIN_LOOK.lut;
      return lut?.kind === "file" ? [lut] : [];
    });
    return [...new Map([...used, ...uploaded].map((lut) => [lut.assetId, lut])).values()];
  }, [assets, clips]);
}
