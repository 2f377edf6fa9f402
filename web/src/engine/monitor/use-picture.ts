/** Joins the player and the exact pictures to React: props in, state out. */
import type { PlanOutcome } from "../plan-source.ts";
import { PlanSource, pictureSize } from "../plan-source.ts";
import { composeAt } from "@cutroom/compiler";
import type { RenderPlan } from "@cutroom/compiler";
import { flicksToFrameNearest } from "@cutroom/timeline";
import type { Flicks } from "@cutroom/timeline";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { RefObject } from "react";
import { assetOf } from "../plan-assets.ts";
import { probeDecoding } from "../decode/probe.ts";
import type { DecodeAbility } from "../decode/probe.ts";
import { TitleClient } from "../decode/title-client.ts";
import { ExactPictures } from "../exact/exact-pictures.ts";
import type { ExactState } from "../exact/exact-pictures.ts";
import { Player } from "../player.ts";
import type { MonitorProps } from "./monitor-props.ts";
import type { Preferences } from "./preferences.ts";

export interface Picture {
  readonly outcome: PlanOutcome;
  readonly exact: ExactState;
  readonly ability: DecodeAbility | null;
  readonly failedAssetIds: readonly string[];
  readonly droppedFrames: number;
}

interface Engine {
  readonly player: Player;
  readonly exact: ExactPictures;
}

interface Elements {
  readonly root: RefObject<HTMLDivElement | null>;
  readonly canvas: RefObject<HTMLCanvasElement | null>;
}

type Settings = Pick<Preferences, "volume" | "muted" | "loop"> & { readonly shortSidePx: number };

/** Runs the engine behind the monitor's canvas for as long as the component lives. */
export function usePicture(props: MonitorProps, elements: Elements, settings: Settings): Picture {
  const [exact, setExact] = useState<ExactState>({ kind: "live" });
  const [ability, setAbility] = useState<DecodeAbility | null>(null);
  const [status, setStatus] = useState({ failedAssetIds: [] as readonly string[], dropped: 0 });
  const [engine, setEngine] = useState<Engine | null>(null);

  const levels = useRef(props.levels);
  const onPlayhead = useEffectEvent((flicks: Flicks) => props.onPlayheadChange(flicks));
  const onHeld = useEffectEvent((frames: readonly number[]) => props.onExactFrames?.(frames));
  const onEnded = useEffectEvent(() => props.onPlayingChange(false));
  useEffect(() => {
    let open: (Engine & { titles: TitleClient }) | null = null;
    let gone = false;
    const start = async () => {
      const able = await probeDecoding();
      const canvas = elements.canvas.current;
      if (gone || !canvas) return;
      const titles = new TitleClient(
        new Worker(new URL("../decode/title-worker.ts", import.meta.url), { type: "module" }),
      );
      const player = new Player({
        canvas,
        ability: able,
        titles,
        levels: levels.current,
        events: {
          onDrawn: (frame) => {
            const root = elements.root.current;
            if (!root) return;
            root.dataset["frame"] = String(frame);
            root.dataset["drawnFrames"] = String(player.drawnFrames);
            root.dataset["droppedFrames"] = String(player.droppedFrames);
            root.dataset["clock"] = player.clockSource;
          },
          onPlayhead,
          onEnded,
          onStatus: () =>
            setStatus({
              failedAssetIds: player.failedAssetIds,
              dropped: player.droppedFrames,
            }),
        },
      });
      open = { player, titles, exact: new ExactPictures({ titles, onState: setExact, onHeld }) };
      setAbility(able);
      setEngine(open);
    };
    start().catch((error: unknown) => console.error("cutroom: no monitor", error));
    return () => {
      gone = true;
      open?.player.close();
      open?.exact.close();
      open?.titles.close();
      setEngine(null);
    };
  }, [elements.canvas, elements.root]);

  const outcome = useOutcome(props, settings.shortSidePx);
  useDriving(engine, props, { outcome, settings });
  useExact(engine, props, outcome, status.failedAssetIds);
  return {
    outcome,
    exact,
    ability,
    failedAssetIds: status.failedAssetIds,
    droppedFrames: status.dropped,
  };
}

function useOutcome(
  { document, media, peaks, watermark = false, aiLabel = false }: MonitorProps,
  shortSidePx: number,
): PlanOutcome {
  const [source] = useState(() => new PlanSource());
  const size = pictureSize(document.settings, shortSidePx);
  return source.outcomeFor(document, media, { ...size, watermark, aiLabel, peaks });
}

function planOf(outcome: PlanOutcome) {
  return outcome.kind === "plan" ? outcome.plan : null;
}

function useDriving(
  engine: Engine | null,
  props: MonitorProps,
  own: {
    readonly outcome: PlanOutcome;
    readonly settings: Settings;
  },
): void {
  const player = engine?.player;
  const { media, playing, shuttleRate, playheadFlicks } = props;
  const { outcome, settings } = own;
  const plan = planOf(outcome);
  useEffect(() => player?.setPlan(plan, media), [player, plan, media]);
  useEffect(() => {
    player?.followPlayhead(playheadFlicks);
  }, [player, playheadFlicks]);
  const onRefused = useEffectEvent(() => props.onPlayingChange(false));
  useEffect(() => {
    if (!player) return;
    if (playing) player.play(shuttleRate).catch(() => onRefused());
    else player.pause();
  }, [player, playing, shuttleRate]);
  useEffect(() => player?.setLoop(settings.loop), [player, settings.loop]);
  useEffect(() => {
    player?.setVolume(settings.muted ? 0 : settings.volume);
  }, [player, settings.volume, settings.muted]);
}

/** Asks for the exact frame whenever the playhead rests on something new. */
function useExact(
  engine: Engine | null,
  props: MonitorProps,
  outcome: PlanOutcome,
  failedAssetIds: readonly string[],
): void {
  const { playheadFlicks, playing, media } = props;
  const plan = planOf(outcome);
  const frame = useMemo(
    () => (plan ? flicksToFrameNearest(playheadFlicks, plan.rate) : 0),
    [plan, playheadFlicks],
  );
  const shown = plan ? Math.min(frame, plan.frameCount - 1) : 0;
  const missing = useMemo(() => {
    if (outcome.kind !== "plan") return false;
    const gone = new Set([...outcome.offlineAssetIds, ...failedAssetIds]);
    return composeAt(outcome.plan, shown).some((op) =>
      gone.has(assetOf(outcome.plan, op.inputId) ?? ""),
    );
  }, [outcome, shown, failedAssetIds]);
  const request = useEffectEvent(
    (exact: ExactPictures, of: RenderPlan, at: number, offline: boolean) =>
      exact.request(of, at, media, offline),
  );
  useEffect(() => {
    if (!engine) return;
    if (!plan || playing) engine.exact.cancel();
    else request(engine.exact, plan, shown, missing);
  }, [engine, plan, shown, playing, missing]);
}
