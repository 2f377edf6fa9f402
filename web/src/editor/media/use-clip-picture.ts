"use client";
import type { Flicks, MediaClip } from "@cutroom/timeline";
import { useEffect, useState } from "react";
import { useAsset } from "../../server/workspace.ts";
import { useEnv } from "../session/editor-context.tsx";
import { type ClipPicture, copyOf, cutOf } from "./clip-picture.ts";

/**
 * The clip's frame at `offset` after its start, as near as its filmstrip has one. Null for no
 * clip, and until its pictures are loaded; the same object while it is the same frame.
 */
export function useClipPicture(clip: MediaClip | null, offset: Flicks): ClipPicture | null {
  const env = useEnv();
  const asset = useAsset(clip?.assetId ?? "");
  const [picture, setPicture] = useState<ClipPicture | null>(null);
  useEffect(() => {
    const read = () => {
      const cut = clip && asset ? cutOf(asset, clip, env.media.of(asset), offset) : null;
      setPicture((before) => {
        if (cut === null) return null;
        return before?.key === cut.key ? before : copyOf(cut);
      });
    };
    read();
    return env.media.onLoaded(read);
  }, [env, asset, clip, offset]);
  return picture;
}
