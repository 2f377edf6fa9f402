"use client";
import { useEffect, useRef } from "react";
import { FLOOR_DB, fallen, meterShare, toDb } from "../editor/mixer/meter-maths.ts";
import { useT } from "../i18n/use-t.ts";
import css from "./record.module.css";

/** How loud a stream is, drawn past React, once a frame. */
export function LevelBar({ stream }: { readonly stream: MediaStream }) {
  const t = useT("record");
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (stream.getAudioTracks().length === 0) return undefined;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let shownDb = FLOOR_DB;
    let beforeMs = performance.now();
    let frame = requestAnimationFrame(function draw(nowMs) {
      analyser.getFloatTimeDomainData(samples);
      const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      shownDb = fallen(shownDb, toDb(peak), Math.max(0, nowMs - beforeMs) / 1_000);
      beforeMs = nowMs;
      root.current?.style.setProperty("--level", String(meterShare(shownDb)));
      root.current?.setAttribute("data-level-db", shownDb.toFixed(1));
      frame = requestAnimationFrame(draw);
    });
    return () => {
      cancelAnimationFrame(frame);
      void context.close();
    };
  }, [stream]);
  return (
    <div
      ref={root}
      className={css["level"]}
      role="img"
      aria-label={t("level")}
      data-testid="record-level"
    />
  );
}
