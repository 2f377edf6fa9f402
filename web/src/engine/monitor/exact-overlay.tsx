import { useEffect, useRef } from "react";
import type { ExactState } from "../exact/exact-pictures.ts";
import css from "./monitor.module.css";

/** The exact frame's own pixels, over the live picture. */
export function ExactOverlay(props: { readonly exact: ExactState }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = props.exact.kind === "shown" ? props.exact.picture : null;
  useEffect(() => {
    const element = canvas.current;
    if (!element || !picture) return;
    element.width = picture.width;
    element.height = picture.height;
    element
      .getContext("2d", { alpha: false })
      ?.putImageData(new ImageData(picture.pixels, picture.width, picture.height), 0, 0);
  }, [picture]);
  return <canvas ref={canvas} className={css["exact"]} hidden={picture === null} aria-hidden />;
}
