"use client";
import { useEffect, useRef } from "react";
import { tinykeys } from "tinykeys";

/** Of the review desk; shown beside the decision. */
export const REVIEW_KEYS = { next: "J", back: "K", approve: "A", note: "N" } as const;

type Acts<Name extends string> = Partial<Record<Name, () => void>>;

/** Whether somebody is writing: letters are letters then. */
function isWriting({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select") !== null;
}

/** Binds those of the letters that are named, as long as the component is there. */
export function useLetterKeys<Name extends string>(
  keys: Readonly<Record<Name, string>>,
  acts: Acts<Name>,
): void {
  const newest = useRef(acts);
  useEffect(() => {
    newest.current = acts;
  });
  useEffect(() => {
    const names = Object.keys(keys) as Name[];
    const bindings = names.map((name) => [
      keys[name].toLowerCase(),
      () => newest.current[name]?.(),
    ]);
    return tinykeys(window, Object.fromEntries(bindings) as Record<string, () => void>, {
      ignore: isWriting,
    });
  }, [keys]);
}

/** The same of the review desk. */
export function useReviewKeys(acts: Acts<keyof typeof REVIEW_KEYS>): void {
  useLetterKeys(REVIEW_KEYS, acts);
}
