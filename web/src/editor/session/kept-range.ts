/** The in and out points of a project, kept on this device over a reload. */
import type { RangeSlice } from "../state/range.ts";
import type { EditorStore } from "../state/store.ts";

type Marks = Pick<RangeSlice, "inFlicks" | "outFlicks">;

const NO_MARKS: Marks = { inFlicks: null, outFlicks: null };

function readMark(stored: unknown): number | null {
  return typeof stored === "number" && Number.isSafeInteger(stored) && stored >= 0 ? stored : null;
}

/** Marks as they were stored; none when they make no sense. */
export function readMarks(stored: string | null): Marks {
  try {
    const loose = JSON.parse(stored ?? "{}") as Partial<Record<keyof Marks, unknown>> | null;
    const [inFlicks, outFlicks] = [readMark(loose?.inFlicks), readMark(loose?.outFlicks)];
    const turned = inFlicks !== null && outFlicks !== null && inFlicks >= outFlicks;
    return turned ? NO_MARKS : { inFlicks, outFlicks };
  } catch {
    return NO_MARKS;
  }
}

/**
 * Puts the marks back that were left here and keeps those to come, until the answer is called.
 * Marks that are set inside a compound clip are its own and not kept: a project opens outside.
 */
export function keepRange(
  projectId: string,
  store: EditorStore,
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">,
): () => void {
  const key = `cutroom.range.${projectId}`;
  store.setState(readMarks(storage.getItem(key)));
  return store.subscribe(({ inFlicks, outFlicks, openCompounds }, before) => {
    if (inFlicks === before.inFlicks && outFlicks === before.outFlicks) return;
    if (openCompounds.length > 0) return;
    try {
      if (inFlicks === null && outFlicks === null) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify({ inFlicks, outFlicks }));
    } catch {
      // A full store only means that nothing is remembered.
    }
  });
}
