"use client";
import { useCallback } from "react";
import { useT } from "../i18n/use-t.ts";
import { notifyUndo } from "./toaster.tsx";

/** A little longer than the toast stays, so that its undo always works. */
const DELAY_MS = 10_500;

export interface DelayedRemoval {
  readonly message: string;
  /** Takes the thing off the screen, at once. */
  readonly hide: () => void;
  /** Puts it back. */
  readonly show: () => void;
  /** Does it for good, when nobody has taken it back. */
  readonly run: () => Promise<void>;
}

/**
 * Removes with a way back instead of a question. A page that is closed before the time is over
 * removes nothing.
 */
export function useDelayedRemoval(): (removal: DelayedRemoval) => void {
  const t = useT("ui");
  return useCallback(
    ({ message, hide, show, run }) => {
      hide();
      const timer = setTimeout(() => void run(), DELAY_MS);
      notifyUndo(message, {
        label: t("actions.undo"),
        run: () => {
          clearTimeout(timer);
          show();
        },
      });
    },
    [t],
  );
}
