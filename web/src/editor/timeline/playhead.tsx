"use client";
import { useEffect, useRef } from "react";
import { useEnv } from "../session/editor-context.tsx";
import css from "./timeline.module.css";
import { flicksToPx } from "./viewport-maths.ts";

/** A line over ruler and lanes, moved by a transform alone: playing draws nothing else. */
export function Playhead() {
  const env = useEnv();
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = () => {
      const { view, playheadFlicks } = env.store.getState();
      const x = flicksToPx(view, playheadFlicks);
      if (line.current === null) return;
      line.current.style.transform = `translateX(${x}px)`;
      line.current.hidden = x < -1 || x > view.widthPx;
    };
    place();
    return env.store.subscribe((now, before) => {
      if (now.playheadFlicks !== before.playheadFlicks || now.view !== before.view) place();
      // While playing the view follows by whole pages, so that it stands still most of the time.
      if (now.playing && now.playheadFlicks !== before.playheadFlicks) {
        now.revealTime(now.playheadFlicks);
      }
    });
  }, [env]);
  return <div ref={line} className={css["playhead"]} data-testid="playhead" aria-hidden />;
}
