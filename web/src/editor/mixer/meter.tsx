"use client";
import { useEffect, useRef, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import { FLOOR_DB, LIMIT_DB, fallen, meterShare, toDb } from "./meter-maths.ts";
import css from "./mixer.module.css";

/** The lamp stays on for this long after the last sample that was too loud. */
const LAMP_MS = 2_000;

/**
 * Both sides of a track, or of the mix (`trackId` null), as they are heard. Drawn past React,
 * once a frame while the project plays.
 */
export function Meter(props: { readonly trackId: string | null; readonly name: string }) {
  const t = useT("editor");
  const env = useEnv();
  const playing = useEditor((state) => state.playing);
  const root = useRef<HTMLDivElement>(null);
  const shown = useRef<[number, number]>([FLOOR_DB, FLOOR_DB]);
  const [over, setOver] = useState(false);
  const { trackId } = props;
  useEffect(() => {
    let frame = 0;
    let beforeMs = performance.now();
    let overUntilMs = 0;
    const draw = () => {
      const nowMs = performance.now();
      const peaks = env.levels.peaks(trackId);
      const now = playing ? [toDb(peaks.left), toDb(peaks.right)] : [FLOOR_DB, FLOOR_DB];
      const bars = root.current?.querySelectorAll<HTMLElement>("[data-bar]") ?? [];
      for (const side of [0, 1] as const) {
        const db = fallen(shown.current[side], now[side] ?? FLOOR_DB, (nowMs - beforeMs) / 1_000);
        shown.current[side] = db;
        bars[side]?.style.setProperty("transform", `scaleX(${meterShare(db)})`);
      }
      const loudest = Math.max(...shown.current);
      root.current?.setAttribute("data-level-db", loudest.toFixed(1));
      if (Math.max(...now) > LIMIT_DB) overUntilMs = nowMs + LAMP_MS;
      setOver(nowMs < overUntilMs);
      beforeMs = nowMs;
      // At rest the bars fall to the floor, and nothing is drawn any more.
      if (playing || loudest > FLOOR_DB) frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [env, playing, trackId]);
  return (
    <div ref={root} className={css["meter"]} data-testid="meter" data-meter={trackId ?? "mix"}>
      <div className={css["bars"]} role="img" aria-label={t("mixer.level", { track: props.name })}>
        <i className={css["bar"]} data-bar />
        <i className={css["bar"]} data-bar />
      </div>
      {trackId === null ? (
        <span className={css["lamp"]} data-on={over || undefined} title={t("mixer.overHint")}>
          {t("mixer.over")}
        </span>
      ) : null}
    </div>
  );
}
