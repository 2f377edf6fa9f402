"use client";
/** Which files of the library are chosen, to be moved or used together. */
import { create } from "zustand";

/** How a file was pressed: Ctrl or ⌘ adds it or takes it away, Shift reaches to it. */
export interface PressKeys {
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * What is chosen after `id` was pressed. `order` is how the files lie on the page; Shift reaches
 * from the file that was chosen last.
 */
export function chosenAfter(
  chosen: readonly string[],
  id: string,
  keys: PressKeys,
  order: readonly string[],
): readonly string[] {
  const [from, to] = [order.indexOf(chosen.at(-1) ?? ""), order.indexOf(id)];
  if (keys.shiftKey && from >= 0 && to >= 0) {
    const reached = order.slice(Math.min(from, to), Math.max(from, to) + 1);
    const last = chosen.at(-1) ?? id;
    return [...new Set([...chosen, ...reached])].filter((one) => one !== last).concat(last);
  }
  if (!keys.ctrlKey && !keys.metaKey) return [id];
  return chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
}

export const useChosenFiles = create<{ readonly ids: readonly string[] }>(() => ({ ids: [] }));

export function chooseFile(id: string, keys: PressKeys, order: readonly string[]): void {
  useChosenFiles.setState(({ ids }) => ({ ids: chosenAfter(ids, id, keys, order) }));
}

export function chooseNoFiles(): void {
  if (useChosenFiles.getState().ids.length > 0) useChosenFiles.setState({ ids: [] });
}

/** What goes along when `id` is moved: all that is chosen, if it is one of them. */
export function carriedWith(id: string): readonly string[] {
  const { ids } = useChosenFiles.getState();
  return ids.includes(id) ? ids : [id];
}

/** The same as they lie on the page; what lies elsewhere comes after. */
export function carriedInOrder(id: string, order: readonly string[]): readonly string[] {
  const carried = carriedWith(id);
  const here = order.filter((one) => carried.includes(one));
  return [...here, ...carried.filter((one) => !here.includes(one))];
}
