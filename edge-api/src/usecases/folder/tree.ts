/** Where folders may lie. Pure. */
import { ok } from "@cutroom/timeline";
import { refuse } from "../../refusal.ts";

/** Folders inside folders, the outermost counted. */
export const MAX_DEPTH = 8;
export const MAX_FOLDERS = 1_000;

export interface Place {
  readonly id: string;
  readonly parentId: string | null;
}

/** The folder and all that it lies in, the innermost first. */
function wayUp(places: readonly Place[], id: string | null): readonly string[] {
  const way: string[] = [];
  let at = places.find((place) => place.id === id);
  while (at !== undefined && way.length <= places.length) {
    const { id: here, parentId } = at;
    way.push(here);
    at = places.find((place) => place.id === parentId);
  }
  return way;
}

/** How many levels the folder has, itself counted. */
function heightOf(places: readonly Place[], id: string): number {
  const inside = places.filter(({ parentId }) => parentId === id);
  return 1 + Math.max(0, ...inside.map((place) => heightOf(places, place.id)));
}

/** Whether a folder with so many levels may lie in `parentId`; null: in the library itself. */
export function checkRoom(places: readonly Place[], parentId: string | null, height: number) {
  if (parentId !== null && !places.some((place) => place.id === parentId)) {
    return refuse("request.not-found");
  }
  return wayUp(places, parentId).length + height > MAX_DEPTH
    ? refuse("folder.too-deep", { limit: MAX_DEPTH })
    : ok(undefined);
}

/** Whether a folder that is there may lie in `parentId`. */
export function checkMove(places: readonly Place[], id: string, parentId: string | null) {
  if (wayUp(places, parentId).includes(id)) return refuse("folder.inside-itself");
  return checkRoom(places, parentId, heightOf(places, id));
}
