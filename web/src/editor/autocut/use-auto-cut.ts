"use client";
import type { Asset } from "@cutroom/contracts";
import { type Pace, planAutoCut, secondsToFlicks } from "@cutroom/timeline";
import { useMemo, useState } from "react";
import { useAssets } from "../../server/workspace.ts";
import { sourceOf } from "../actions/add-assets.ts";
import { useEditor } from "../session/editor-context.tsx";

export interface AutoCutChoice {
  readonly assetIds: ReadonlySet<string>;
  readonly musicId: string | null;
  readonly lengthS: number;
  readonly pace: Pace;
  readonly seed: number;
}

export const LENGTH_S = { min: 5, max: 180, usual: 30 };
/** A library of hundreds is a choice to be made, not one to be taken back. */
const CHOSEN_AT_FIRST = 12;

const isPicture = ({ facts }: Asset) => facts?.kind === "video" || facts?.kind === "image";

/** What a person chose for a cut, and the cut that comes of it, planned anew at every change. */
export function useAutoCut() {
  const assets = useAssets();
  const rate = useEditor((state) => state.journal.document.settings.rate);
  // Newest first in the library; a story is told from the oldest.
  const ready = useMemo(
    () => assets.filter(({ state }) => state === "READY").toReversed(),
    [assets],
  );
  const pictures = ready.filter(isPicture);
  const songs = ready.filter(({ facts }) => facts?.kind === "audio");
  const [choice, setChoice] = useState<AutoCutChoice>(() => ({
    assetIds: new Set(pictures.slice(-CHOSEN_AT_FIRST).map(({ id }) => id)),
    musicId:
      songs.findLast(({ facts }) => (facts?.analysis?.beats.length ?? 0) > 0)?.id ??
      songs.at(-1)?.id ??
      null,
    lengthS: LENGTH_S.usual,
    pace: "steady",
    seed: 1,
  }));
  const music = songs.find(({ id }) => id === choice.musicId);
  const song = music === undefined ? null : sourceOf(music);
  const plan = (seed: number) =>
    planAutoCut({
      sources: pictures
        .filter(({ id }) => choice.assetIds.has(id))
        .flatMap((asset) => sourceOf(asset) ?? []),
      music: song,
      lengthFlicks: Math.min(
        secondsToFlicks(choice.lengthS),
        song?.facts.duration ?? Number.POSITIVE_INFINITY,
      ),
      pace: choice.pace,
      seed,
      rate,
    });
  return { pictures, songs, choice, setChoice, song, plan };
}
