/** Which sections of the inspector a person has folded away, kept in this browser. */
import { create } from "zustand";

const SECTIONS = [
  "text",
  "shape",
  "picture",
  "keys",
  "colour",
  "crop",
  "curves",
  "lut",
  "effects",
  "mask",
  "key",
  "sound",
  "pace",
] as const;
export type SectionName = (typeof SECTIONS)[number];

const KEY = "cutroom.folded";

/** What was kept by this or another version; what is not known is left out. */
export function readFolded(text: string | null): readonly SectionName[] {
  try {
    const kept: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(kept) ? SECTIONS.filter((name) => kept.includes(name)) : [];
  } catch {
    return [];
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

const useFoldedSections = create<{ readonly names: readonly SectionName[] }>(() => ({
  names: readFolded(stored()),
}));

export function useIsFolded(name: SectionName): boolean {
  return useFoldedSections(({ names }) => names.includes(name));
}

export function toggleFolded(name: SectionName): void {
  const { names } = useFoldedSections.getState();
  const next = names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
  useFoldedSections.setState({ names: next });
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A full or forbidden store only means that nothing is remembered.
  }
}
