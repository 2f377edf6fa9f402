"use client";
import type { Asset } from "@cutroom/contracts";
import type { PointerEvent } from "react";
import { type DragTarget, useFileDrag } from "../../library/use-file-drag.ts";
import { sourceOf } from "../actions/add-assets.ts";
import type { GestureStart } from "../gestures/gesture.ts";
import { insertAssetsGesture } from "../gestures/insert-assets.ts";
import { useEnv } from "../session/editor-context.tsx";

/**
 * Dragging files from the bin: the ghosts on the lanes are real clips that stick. A folder takes
 * them as well.
 */
export function useAssetDrag(carried: {
  /** In the order in which they come to lie. */
  readonly assets: () => readonly Asset[];
  readonly label: () => string;
  readonly onFolder: (folderId: string | null) => void;
}) {
  const env = useEnv();
  const drag = useFileDrag();
  return (press: PointerEvent<HTMLElement>) => {
    const sources = carried.assets().flatMap((asset) => sourceOf(asset) ?? []);
    const gestureOf = (start: GestureStart) => insertAssetsGesture(start, sources);
    const isReader = env.store.getState().role === "reader";
    const lanes: DragTarget | null =
      sources.length === 0 || isReader
        ? null
        : {
            over: (event) =>
              env.lanes.target()?.dragOver(gestureOf, event.clientX, event.clientY, event) === true,
            drop: () => env.lanes.target()?.drop(),
            cancel: () => env.lanes.target()?.dragCancel(),
          };
    drag(press, { label: carried.label(), onFolder: carried.onFolder, target: lanes });
  };
}
