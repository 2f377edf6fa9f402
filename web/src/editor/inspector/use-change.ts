"use client";
import type { Clip, ClipChanges, Edit } from "@cutroom/timeline";
import { useMemo } from "react";
import { useEnv } from "../session/editor-context.tsx";
import type { EditLabel } from "../state/edit-label.ts";

/** Changes the inspector makes: shown on the way, kept once. */
export interface Change {
  readonly preview: (label: EditLabel, edits: readonly Edit[]) => void;
  readonly commit: (label: EditLabel, edits: readonly Edit[]) => void;
  /** Keeps what is shown: leaving a text field. */
  readonly settle: () => void;
}

export function useChange(): Change {
  const env = useEnv();
  return useMemo(
    () => ({
      preview: (label, edits) => {
        env.store.getState().preview(label, edits);
      },
      commit: (label, edits) => {
        const { preview, commitPreview, cancelPreview } = env.store.getState();
        const shown = preview(label, edits);
        if (shown.ok) commitPreview();
        else {
          cancelPreview();
          env.speak.refused(shown.failure);
        }
      },
      settle: () => {
        env.store.getState().commitPreview();
      },
    }),
    [env],
  );
}

/** One value of several clips: the first one's, and whether the others differ. */
export function shared<C extends Clip, T>(
  clips: readonly C[],
  read: (clip: C) => T,
): { value: T; mixed: boolean } | null {
  const [first, ...rest] = clips;
  if (first === undefined) return null;
  const value = read(first);
  return { value, mixed: rest.some((clip) => read(clip) !== value) };
}

/** The same change for all clips, as one edit. */
export function setAll(clips: readonly Clip[], changes: ClipChanges): readonly Edit[] {
  return [{ type: "set-clip", clipIds: clips.map(({ id }) => id), changes }];
}
