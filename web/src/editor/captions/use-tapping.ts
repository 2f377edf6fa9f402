"use client";
import type { CaptionClip, Flicks } from "@cutroom/timeline";
import { useEffect, useRef, useState } from "react";
import { runPlan, situationOf } from "../actions/run-plan.ts";
import { useEnv } from "../session/editor-context.tsx";
import { cuesOf, timeCue } from "./caption-actions.ts";

const TYPING = "input, textarea, [contenteditable]";

/**
 * Timing by tapping: hold Enter while a line is said. The cue gets the time from the press to
 * the release, and the next one of the track is waiting. `waiting` is null while it is off.
 */
export function useTapping(trackId: string | null) {
  const env = useEnv();
  const [waiting, setWaiting] = useState<string | null>(null);
  const pressed = useRef<Flicks | null>(null);
  useEffect(() => {
    if (waiting === null) return;
    const state = () => env.store.getState();
    const cue = () => state().journal.document.clips[waiting];
    const isOurs = (event: KeyboardEvent) =>
      event.key === "Enter" && (event.target as Element).closest?.(TYPING) === null;
    const down = (event: KeyboardEvent) => {
      if (!isOurs(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) pressed.current = state().playheadFlicks;
    };
    const up = (event: KeyboardEvent) => {
      const from = pressed.current;
      if (!isOurs(event) || from === null) return;
      pressed.current = null;
      event.preventDefault();
      const clip = cue();
      if (clip?.kind !== "caption") {
        setWaiting(null);
        return;
      }
      const cues = cuesOf(state().journal.document, trackId);
      const next = cues[cues.findIndex(({ id }) => id === clip.id) + 1];
      const planned = timeCue(situationOf(env), clip, from, state().playheadFlicks);
      if (runPlan(env, planned)) setWaiting(next?.id ?? null);
    };
    window.addEventListener("keydown", down, true);
    window.addEventListener("keyup", up, true);
    return () => {
      window.removeEventListener("keydown", down, true);
      window.removeEventListener("keyup", up, true);
    };
  }, [env, trackId, waiting]);
  return {
    waiting,
    start: (cues: readonly CaptionClip[]) => {
      const { selectedClipIds, playheadFlicks } = env.store.getState();
      const first =
        cues.find(({ id }) => selectedClipIds.includes(id)) ??
        cues.find(({ start }) => start >= playheadFlicks) ??
        cues[0];
      setWaiting(first?.id ?? null);
    },
    stop: () => setWaiting(null),
  };
}
