/** How a person looks at the bin, kept in this browser. */
import type { Asset } from "@cutroom/contracts";
import { useSyncExternalStore } from "react";

export const BIN_SORTS = ["newest", "name", "length"] as const;
export type BinSort = (typeof BIN_SORTS)[number];

export interface BinView {
  readonly layout: "grid" | "list";
  readonly sort: BinSort;
}

const KEY = "cutroom.bin";
const DEFAULTS: BinView = { layout: "grid", sort: "newest" };

let current: BinView | null = null;
const listeners = new Set<() => void>();

/** What was kept by this or an older version; anything unknown is the default. */
export function readBinView(text: string | null): BinView {
  try {
    const kept: Partial<Record<string, unknown>> = JSON.parse(text ?? "{}");
    return {
      layout: kept["layout"] === "list" ? "list" : "grid",
      sort: BIN_SORTS.find((sort) => sort === kept["sort"]) ?? DEFAULTS.sort,
    };
  } catch {
    return DEFAULTS;
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function snapshot(): BinView {
  current ??= readBinView(stored());
  return current;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function changeBinView(part: Partial<BinView>): void {
  current = { ...snapshot(), ...part };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // A full or forbidden store only means that nothing is remembered.
  }
  for (const listener of listeners) listener();
}

export function useBinView(): BinView {
  return useSyncExternalStore(subscribe, snapshot, () => DEFAULTS);
}

/** `assets` come newest first. Names as a person counts: 2 before 10. The longest come first. */
export function sortAssets<T extends Pick<Asset, "name" | "facts">>(
  assets: readonly T[],
  sort: BinSort,
): readonly T[] {
  if (sort === "newest") return assets;
  if (sort === "length") {
    return assets.toSorted((a, b) => (b.facts?.duration ?? 0) - (a.facts?.duration ?? 0));
  }
  return assets.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}
