"use client";
import type { PeaksByAsset, SoundPeaks } from "@cutroom/compiler";
import { type ProjectDocument, duckingAssets } from "@cutroom/timeline";
import { useEffect, useState } from "react";
import { useWorkspace } from "../../server/workspace.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import { shownDocument } from "../state/document.ts";

const NONE: PeaksByAsset = {};
/** Peaks are small; until they are here nothing is ducked. */
const LOOK_AGAIN_MS = 250;

/** As one text, so that it can be compared. */
function keyAssets(document: ProjectDocument): string {
  return [...duckingAssets(document)].toSorted().join(" ");
}

/** The peaks that a plan needs for ducking, as they arrive; the same object while none does. */
export function useSoundPeaks(): PeaksByAsset {
  const env = useEnv();
  const wanted = useEditor((state) => keyAssets(shownDocument(state)));
  const assets = useWorkspace((state) => state.assets);
  const [peaks, setPeaks] = useState(NONE);
  useEffect(() => {
    const ids = wanted === "" ? [] : wanted.split(" ");
    const look = () => {
      const found = ids.flatMap((id): [string, SoundPeaks][] => {
        const asset = assets[id];
        if (asset) env.media.of(asset);
        const sound = env.media.soundOf(id);
        return sound ? [[id, sound]] : [];
      });
      setPeaks((before) => {
        const same =
          found.length === Object.keys(before).length &&
          found.every(([id, sound]) => before[id] === sound);
        return same ? before : Object.fromEntries(found);
      });
      if (found.length === ids.length) clearInterval(timer);
    };
    const timer = setInterval(look, LOOK_AGAIN_MS);
    look();
    return () => clearInterval(timer);
  }, [assets, env, wanted]);
  return peaks;
}
