"use client";
import type { Asset } from "@cutroom/contracts";
import { AudioLines, Film, ImageIcon, Palette } from "lucide-react";
import { type PointerEvent, useRef, useState } from "react";
import { useApi } from "../server/client.ts";
import { refreshAsset } from "../server/workspace.ts";
import css from "./hover-scrub.module.css";

type Strip = NonNullable<Asset["urls"]["filmstrip"]>;

/** The tile of the sheet under `share` (0-1) of the width, as a CSS background. */
function tileStyle(strip: Strip, share: number) {
  const index = Math.min(strip.count - 1, Math.floor(share * strip.count));
  const rows = Math.ceil(strip.count / strip.columns);
  const column = index % strip.columns;
  const row = Math.floor(index / strip.columns);
  const at = (position: number, count: number) => (count > 1 ? (position / (count - 1)) * 100 : 0);
  return {
    backgroundImage: `url("${strip.url}")`,
    backgroundSize: `${strip.columns * 100}% ${rows * 100}%`,
    backgroundPosition: `${at(column, strip.columns)}% ${at(row, rows)}%`,
    aspectRatio: `${strip.tile_width} / ${strip.tile_height}`,
  };
}

const KIND_ICONS = { video: Film, audio: AudioLines, image: ImageIcon, lut: Palette } as const;

/** A file's picture; moving the pointer across runs through its frames. */
export function HoverScrub({ asset }: { readonly asset: Asset }) {
  const api = useApi();
  const [share, setShare] = useState<number | null>(null);
  const renewed = useRef<string | null>(null);
  const { poster, filmstrip } = asset.urls;
  const Icon = KIND_ICONS[asset.facts?.kind ?? "video"];
  const onMove = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setShare(Math.max(0, Math.min(0.999, (event.clientX - box.left) / box.width)));
  };
  // Links expire: one failed picture asks for fresh ones, a second one shows the icon.
  const onBroken = () => {
    if (renewed.current === poster) return;
    renewed.current = poster;
    void refreshAsset(api, asset.id);
  };
  return (
    <div
      className={css["frame"]}
      data-kind={asset.facts?.kind}
      onPointerMove={filmstrip === null ? undefined : onMove}
      onPointerLeave={() => setShare(null)}
    >
      <Icon size={20} strokeWidth={1.25} className={css["icon"]} aria-hidden />
      {poster === null ? null : (
        <img src={poster} alt="" loading="lazy" draggable={false} onError={onBroken} />
      )}
      {filmstrip === null || share === null ? null : (
        <>
          <div className={css["tile"]} style={tileStyle(filmstrip, share)} />
          <div className={css["needle"]} style={{ left: `${share * 100}%` }} />
        </>
      )}
    </div>
  );
}
