"use client";
import type { Template } from "@cutroom/timeline";
import { useEffect, useRef, useState } from "react";
import { TitleClient } from "../engine/decode/title-client.ts";
import { Titles } from "../engine/decode/stills.ts";
import { type PreviewPlayer, openPreview } from "./preview-player.ts";
import css from "./templates.module.css";

let shared: Titles | null = null;

/** One rasteriser for all previews: it loads fonts of megabytes. */
function titlesOfPage(): Titles {
  shared ??= new Titles(
    new TitleClient(
      new Worker(new URL("../engine/decode/title-worker.ts", import.meta.url), { type: "module" }),
    ),
  );
  return shared;
}

/** The template as it moves; still until `moving`, and for those who asked for less motion. */
export function TemplatePreview(props: { readonly template: Template; readonly moving: boolean }) {
  const { template, moving } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [player, setPlayer] = useState<PreviewPlayer | null>(null);
  useEffect(() => {
    if (canvas.current === null) return undefined;
    const open = openPreview(canvas.current, template, titlesOfPage());
    setPlayer(open);
    return () => open?.close();
  }, [template]);
  useEffect(() => {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (moving && !calm) player?.play();
    else player?.rest();
  }, [moving, player]);
  return <canvas ref={canvas} className={css["canvas"]} aria-hidden />;
}
