"use client";
import type { Asset } from "@cutroom/contracts";
import type { PointerEvent } from "react";
import { type DragTarget, useFileDrag } from "../../library/use-file-drag.ts";
import { sourceOf } from "../actions/add-asset.ts";
import { useEnv } from "../session/editor-context.tsx";

/**
 * Dragging a file from the bin: the ghost on the lanes is a real clip that sticks. A folder takes
 * it as well, and all that is chosen with it.
 */
export function useAssetDrag(
  asset: Asset,
  carried: { readonly label: () => string; readonly onFolder: (folderId: string | null) => void },
) {
  const env = useEnv();
  const drag = useFileDrag();
  return (press: PointerEvent<HTMLElement>) => {
    const source = sourceOf(asset);
    const isReader = env.store.getState().role === "reader";
    const lanes: DragTarget | null =
      source === null || isReader
        ? null
        : {
            over: (event) =>
              env.lanes.target()?.dragOver(source, event.clientX, event.clientY, event) === true,
            drop: () => env.lanes.target()?.drop(),
            cancel: () => env.lanes.target()?.dragCancel(),
          };
    drag(press, { label: carried.label(), onFolder: carried.onFolder, target: lanes });
  };
}
