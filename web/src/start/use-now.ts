"use client";
import { useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;
let now = new Date();

function subscribe(onChange: () => void): () => void {
  now = new Date();
  const timer = setInterval(() => {
    now = new Date();
    onChange();
  }, MINUTE_MS);
  return () => clearInterval(timer);
}

/** The time, renewed every minute: for "two minutes ago". */
export function useNow(): Date {
  return useSyncExternalStore(
    subscribe,
    () => now,
    () => now,
  );
}
