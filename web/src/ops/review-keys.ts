"use client";
import { useEffect, useRef } from "react";
import { tinykeys } from "tinykeys";

/** Of the review desk; shown beside the decision. */
export const REVIEW_KEYS = { next: "J", back: "K", approve: "A", note: "N" } as const;

type Acts = Partial<Record<keyof typeof REVIEW_KEYS, () => void>>;

/** Whether somebody is writing: letters are letters then. */
function isWriting({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select") !== null;
}

/** Binds those of the desk's keys that are named, as long as the component is there. */
export function useReviewKeys(acts: Acts): void {
  const newest = useRef(acts);
  useEffect(() => {
    newest.current = acts;
  });
  useEffect(() => {
    const names = Object.keys(REVIEW_KEYS) as (keyof typeof REVIEW_KEYS)[];
    const bindings = names.map((name) => [
      REVIEW_KEYS[name].toLowerCase(),
      () => newest.current[name]?.(),
    ]);
    return tinykeys(window, Object.fromEntries(bindings) as Record<string, () => void>, {
      ignore: isWriting,
    });
  }, []);
}
