"use client";
/** A small picture of what a tile would do: still until it is pointed at, then moving. */
import { useEffect, useRef, useState } from "react";
import css from "./transitions-panel.module.css";

/** What a tile shows. The same object until something of it changes. */
export interface TileFilm {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  /** After the last one the first comes again. */
  readonly frameCount: number;
  /** What it shows at rest. */
  readonly stillFrame: number;
  /** What paints a frame; null where nothing can be painted. */
  readonly painterOf: (canvas: HTMLCanvasElement) => ((frame: number) => void) | null;
}

/** Pictures follow the playhead once it rests: twenty of them must not slow it down. */
const REST_MS = 120;

/** Whether the element has been in sight: what nobody has scrolled to is not drawn. */
function useSeen(element: { readonly current: Element | null }): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return seen;
}

function usePainter(canvas: { readonly current: HTMLCanvasElement | null }, film: TileFilm) {
  const seen = useSeen(canvas);
  const drawn = useRef(false);
  const [paint, setPaint] = useState<((frame: number) => void) | null>(null);
  useEffect(() => {
    if (!seen) return undefined;
    const draw = () => {
      const made = canvas.current && film.painterOf(canvas.current);
      made?.(film.stillFrame);
      drawn.current = true;
      setPaint(() => made);
    };
    const timer = setTimeout(draw, drawn.current ? REST_MS : 0);
    return () => clearTimeout(timer);
  }, [canvas, film, seen]);
  return paint;
}

export function TileCanvas(props: { readonly film: TileFilm; readonly running: boolean }) {
  const { film, running } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const paint = usePainter(canvas, film);
  useEffect(() => {
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (paint === null || !running || isCalm) return undefined;
    const began = performance.now();
    let request = requestAnimationFrame(function next(now) {
      const frame = Math.floor(((now - began) / 1000) * film.framesPerSecond);
      paint(Math.max(0, frame) % film.frameCount);
      request = requestAnimationFrame(next);
    });
    return () => {
      cancelAnimationFrame(request);
      paint(film.stillFrame);
    };
  }, [film, paint, running]);
  return (
    <canvas
      ref={canvas}
      className={css["picture"]}
      width={film.width}
      height={film.height}
      aria-hidden
    />
  );
}
