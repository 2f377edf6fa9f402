"use client";
import {
  formatTimecode,
  frameLength,
  flicksToSeconds,
  secondsToFlicks,
  snapToFrame,
} from "@cutroom/timeline";
import { useEffect, useMemo, useRef } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useAsset } from "../../server/workspace.ts";
import { type Edge, movedEdges } from "../gestures/moved-edges.ts";
import { useEditor } from "../session/editor-context.tsx";
import css from "./edge-monitors.module.css";

/** A file at one time. While it seeks, only the newest wish is kept. */
function StillAt(props: { readonly url: string; readonly seconds: number }) {
  const { url, seconds } = props;
  const video = useRef<HTMLVideoElement>(null);
  const wanted = useRef(seconds);
  useEffect(() => {
    wanted.current = seconds;
    if (video.current?.seeking === false) video.current.currentTime = seconds;
  }, [seconds]);
  return (
    <video
      ref={video}
      className={css["frame"]}
      src={url}
      muted
      playsInline
      preload="auto"
      onSeeked={({ currentTarget }) => {
        const isThere = Math.abs(currentTarget.currentTime - wanted.current) < 0.001;
        if (!isThere) currentTarget.currentTime = wanted.current;
      }}
    />
  );
}

function EdgeMonitor({ edge }: { readonly edge: Edge }) {
  const t = useT("editor");
  const rate = useEditor((state) => state.journal.document.settings.rate);
  const { clip, side, sourceSeconds } = edge;
  const asset = useAsset(clip.assetId);
  const url = asset?.urls.proxy ?? null;
  const frame = frameLength(asset?.facts?.video?.rate ?? rate);
  const time = formatTimecode(snapToFrame(secondsToFlicks(sourceSeconds), rate), rate);
  return (
    <figure className={css["edge"]} data-testid="edge-monitor" data-side={side}>
      {url === null || clip.mediaKind === "image" ? (
        <img className={css["frame"]} src={asset?.urls.poster ?? url ?? undefined} alt="" />
      ) : (
        // The middle of the frame: its edge may show the one before.
        <StillAt url={url} seconds={sourceSeconds + flicksToSeconds(frame) / 2} />
      )}
      <figcaption className={css["words"]}>
        <span className={css["name"]} dir="auto">
          {clip.name}
        </span>
        <span>{t(`edges.${side}`)}</span>
        <span>{time}</span>
      </figcaption>
    </figure>
  );
}

/** Over the monitor while an edge is dragged: the frames on both sides of it, as the files have them. */
export function EdgeMonitors() {
  const hint = useEditor((state) => state.hint);
  const draft = useEditor((state) => state.draft);
  const before = useEditor((state) => state.journal.document);
  const edges = useMemo(
    () => (hint === null || draft === null ? [] : movedEdges(before, draft, hint)),
    [before, draft, hint],
  );
  if (edges.length === 0) return null;
  return (
    <div className={css["edges"]} data-count={edges.length} aria-hidden>
      {edges.map((edge) => (
        <EdgeMonitor key={`${edge.clip.id} ${edge.side}`} edge={edge} />
      ))}
    </div>
  );
}
