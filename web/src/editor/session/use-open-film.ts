"use client";
import { documentDuration, flicksToFrameNearest } from "@cutroom/timeline";
import { useMemo } from "react";
import type { OpenFilm } from "../../exports/export-choice.ts";
import { shownDocument } from "../state/document.ts";
import { markedFrames } from "../state/range.ts";
import { useEditor } from "./editor-context.tsx";

/** The film as its export sees it; of the playhead nothing is heard unless `isAsked`. */
export function useOpenFilm(isAsked: boolean): OpenFilm {
  const document = useEditor((state) => state.project.document);
  const inFlicks = useEditor((state) => state.inFlicks);
  const outFlicks = useEditor((state) => state.outFlicks);
  // Marks inside a compound clip are its own.
  const isInside = useEditor((state) => state.openCompounds.length > 0);
  const playhead = useEditor((state) =>
    isAsked ? flicksToFrameNearest(state.playheadFlicks, shownDocument(state).settings.rate) : 0,
  );
  const { rate } = document.settings;
  const marks = useMemo(
    () => (isInside ? null : markedFrames({ inFlicks, outFlicks }, document)),
    [isInside, inFlicks, outFlicks, document],
  );
  const frameCount = flicksToFrameNearest(documentDuration(document), rate);
  return { rate, frameCount, playhead, marks };
}
