"use client";
import type { Asset } from "@cutroom/contracts";
import { type Flicks, type Rate, formatTimecode, frameLength } from "@cutroom/timeline";
import {
  ArrowDownToLine,
  BetweenVerticalStart,
  ChevronLeft,
  ChevronRight,
  Pause,
  Play,
  X,
} from "lucide-react";
import { type KeyboardEvent, useCallback, useRef, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useWorkspace } from "../../server/workspace.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { PanelHeader } from "../../ui/panel-header.tsx";
import { Slider } from "../../ui/slider.tsx";
import { LeftToRight } from "../../ui/use-direction.tsx";
import { type FilePlayer, createFilePlayer } from "../media/file-player.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import type { OpenSource } from "../state/source.ts";
import { CommandButton } from "./command-button.tsx";
import css from "./source-monitor.module.css";

const ICON = { size: 16, strokeWidth: 1.5 } as const;

type AttachVideo = (video: HTMLVideoElement) => () => void;

/** The player of the file on screen, and whether it runs. */
function usePlayer(rate: Rate, length: Flicks) {
  const env = useEnv();
  const player = useRef<FilePlayer | null>(null);
  const [playing, setPlaying] = useState(false);
  const attach: AttachVideo = useCallback(
    (video) => {
      const made = createFilePlayer(
        video,
        { rate, length },
        { onTime: (at) => env.store.getState().seekSource(at), onPlaying: setPlaying },
      );
      player.current = made;
      return () => {
        made.close();
        player.current = null;
      };
    },
    [env, rate, length],
  );
  const goTo = (at: Flicks) => player.current?.goTo(at);
  const toggle = () => player.current?.toggle();
  return { playing, attach, goTo, toggle };
}

function Picture({ asset, attach }: { readonly asset: Asset; readonly attach: AttachVideo }) {
  const { urls, facts, name } = asset;
  if (facts?.kind === "image") {
    return <img className={css["picture"]} src={urls.poster ?? undefined} alt={name} />;
  }
  return (
    <video
      ref={attach}
      className={css["picture"]}
      src={urls.proxy ?? undefined}
      poster={urls.poster ?? undefined}
      preload="auto"
      playsInline
    />
  );
}

function Scrub(props: {
  readonly source: OpenSource;
  readonly length: Flicks;
  readonly rate: Rate;
  readonly onSeek: (at: Flicks) => void;
}) {
  const t = useT("editor");
  const { source, length, rate } = props;
  const from = ((source.inFlicks ?? 0) / length) * 100;
  const to = ((source.outFlicks ?? length) / length) * 100;
  const marked = source.inFlicks !== null || source.outFlicks !== null;
  return (
    <div className={css["scrub"]}>
      <LeftToRight>
        {marked ? (
          <div className={css["range"]} style={{ left: `${from}%`, width: `${to - from}%` }} />
        ) : null}
        <Slider
          className={css["slider"] ?? ""}
          label={t("source.position")}
          value={source.atFlicks}
          min={0}
          max={length}
          step={frameLength(rate)}
          onChange={props.onSeek}
        />
      </LeftToRight>
    </div>
  );
}

function Bar(props: {
  readonly source: OpenSource;
  readonly rate: Rate;
  readonly still: boolean;
  readonly playing: boolean;
  readonly onToggle: () => void;
}) {
  const t = useT("editor");
  const { source, rate, still, playing } = props;
  const mark = (at: Flicks | null) => (at === null ? "–" : formatTimecode(at, rate));
  return (
    <div className={css["bar"]} role="toolbar" aria-label={t("source.tools")}>
      <span className={css["times"]}>
        {still ? null : (
          <>
            <span>{formatTimecode(source.atFlicks, rate)}</span>
            <span className={css["marks"]}>
              {t("source.marks", { in: mark(source.inFlicks), out: mark(source.outFlicks) })}
            </span>
          </>
        )}
      </span>
      <span className={css["group"]} dir="ltr">
        {still ? null : (
          <>
            <CommandButton command="mark-in" icon={<ChevronLeft {...ICON} />} />
            <IconButton
              label={t(playing ? "source.pause" : "source.play")}
              icon={playing ? <Pause {...ICON} /> : <Play {...ICON} />}
              onClick={props.onToggle}
            />
            <CommandButton command="mark-out" icon={<ChevronRight {...ICON} />} />
          </>
        )}
      </span>
      <span className={css["group"]} data-side="end">
        <CommandButton command="source-insert" icon={<BetweenVerticalStart {...ICON} />} />
        <CommandButton command="source-overwrite" icon={<ArrowDownToLine {...ICON} />} />
      </span>
    </div>
  );
}

const focusOnce = (element: HTMLElement | null) => element?.focus();

function OpenFile({ asset, source }: { readonly asset: Asset; readonly source: OpenSource }) {
  const t = useT("editor");
  const env = useEnv();
  const projectRate = useEditor((state) => state.journal.document.settings.rate);
  const rate = asset.facts?.video?.rate ?? projectRate;
  const length = Math.max(1, asset.facts?.duration ?? 1);
  const { playing, attach, goTo, toggle } = usePlayer(rate, length);
  const close = () => env.store.getState().openSource(null);

  /** While the source has the focus these keys are about it, and not about the project. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = (frames: number) => goTo(source.atFlicks + frames * frameLength(rate));
    const actions: Readonly<Record<string, () => void>> = {
      " ": toggle,
      ArrowLeft: () => step(event.shiftKey ? -10 : -1),
      ArrowRight: () => step(event.shiftKey ? 10 : 1),
      Home: () => goTo(0),
      End: () => goTo(length),
      Escape: close,
    };
    const action = actions[event.key];
    const onControl = event.target !== event.currentTarget && event.key !== "Escape";
    if (action === undefined || onControl || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  const still = asset.facts?.kind === "image";
  return (
    <section
      ref={focusOnce}
      tabIndex={-1}
      className={css["source"]}
      aria-label={t("source.label", { name: asset.name })}
      data-testid="source-monitor"
      data-in={source.inFlicks ?? undefined}
      data-out={source.outFlicks ?? undefined}
      onKeyDown={onKeyDown}
    >
      <PanelHeader title={asset.name}>
        <IconButton label={t("source.close")} icon={<X {...ICON} />} onClick={close} />
      </PanelHeader>
      <div className={css["stage"]}>
        <Picture asset={asset} attach={attach} />
      </div>
      {still ? null : <Scrub source={source} length={length} rate={rate} onSeek={goTo} />}
      <Bar source={source} rate={rate} still={still} playing={playing} onToggle={toggle} />
    </section>
  );
}

/** A file before it is used: look through it, mark what is wanted, put that on the timeline. */
export function SourceMonitor() {
  const source = useEditor((state) => state.source);
  const asset = useWorkspace(({ assets }) =>
    source === null ? undefined : assets[source.assetId],
  );
  if (source === null || asset === undefined) return null;
  return <OpenFile key={asset.id} asset={asset} source={source} />;
}
