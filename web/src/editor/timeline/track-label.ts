"use client";
import type { Track } from "@cutroom/timeline";
import { useCallback } from "react";
import { useT } from "../../i18n/use-t.ts";

/**
 * The name to show. Names that nobody has changed ("Video 1") are stored in English and shown
 * in the language of the page.
 */
export function useTrackLabel(): (track: Track) => string {
  const t = useT("editor");
  return useCallback(
    ({ name, kind }) => {
      const [, word, number] = /^(Video|Overlay|Text|Audio|Caption)s? (\d+)$/.exec(name) ?? [];
      return word?.toLowerCase() === kind ? `${t(`track.${kind}`)} ${number}` : name;
    },
    [t],
  );
}
