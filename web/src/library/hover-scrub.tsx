"use client";
import type { Asset } from "@cutroom/contracts";
import { AudioLines, Film, ImageIcon, Palette } from "lucide-react";
import { type PointerEvent, useRef, useState } from "react";
import { useApi } from "../server/client.ts";
import { refreshAsset } from "../server/workspace.ts";
import { tileStyle } from "../ui/strip-tile.ts";
import css from "./hover-scrub.module.css";

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
