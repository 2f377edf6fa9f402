"use client";
import { soundsAt } from "@cutroom/compiler";
import type { RenderPlan } from "@cutroom/compiler";
import { flicksToFrameNearest, framesToFlicks } from "@cutroom/timeline";
import { Film, TriangleAlert } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { MouseEvent, ReactNode, RefObject } from "react";
import { useT } from "../../i18n/use-t.ts";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { PlanOutcome } from "../plan-source.ts";
import { posed, titleAt } from "./clip-box.ts";
import { ExactOverlay } from "./exact-overlay.tsx";
import { Guides } from "./guides.tsx";
import { Handles } from "./handles.tsx";
import type { MonitorProps } from "./monitor-props.ts";
import css from "./monitor.module.css";
import { PictureBadge } from "./picture-badge.tsx";
import { changePreferences, shortSideFor, usePreferences } from "./preferences.ts";
import type { Preferences } from "./preferences.ts";
import { TextInPlace } from "./text-in-place.tsx";
import { Transport } from "./transport.tsx";
import type { TransportActions } from "./transport.tsx";
import { usePicture } from "./use-picture.ts";
import type { Picture } from "./use-picture.ts";
import { withoutWords } from "./without-words.ts";

/** The project's picture and sound with their transport. See `README.md` for the props. */
export function Monitor(props: MonitorProps) {
  const t = useT("monitor");
  const root = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const own = useRef<HTMLCanvasElement>(null);
  const canvas = props.canvasRef ?? own;
  const preferences = usePreferences();
  const { settings } = props.document;
  const { rate } = settings;
  const fit = useFit(stage, settings);
  const zoomed = shownSize(settings, fit, preferences.zoom);
  const shortSidePx = shortSideFor(
    preferences.quality,
    Math.min(zoomed.width, zoomed.height) * (globalThis.devicePixelRatio || 1),
  );
  const document = useShownDocument(props);
  const picture = usePicture(
    { ...props, document },
    { root, canvas },
    { ...preferences, shortSidePx },
  );
  const fullscreen = useFullscreen(root);
  const plan = picture.outcome.kind === "plan" ? picture.outcome.plan : null;
  const frameCount = plan?.frameCount ?? 0;
  const last = Math.max(0, frameCount - 1);
  const frame = Math.min(last, flicksToFrameNearest(props.playheadFlicks, rate));
  const exact =
    picture.exact.kind === "shown" && picture.exact.frame === frame ? picture.exact : null;
  const actions = useActions(props, { frame, last, onToggleFullscreen: fullscreen.toggle });
  const onDoubleClick = (event: MouseEvent) => openWords(event, props, plan, frame);
  return (
    <section
      ref={root}
      className={css["monitor"]}
      aria-label={t("label")}
      data-testid="monitor"
      data-source={exact ? "exact" : "live"}
      data-playing={String(props.playing)}
      data-exact-frame={exact?.frame}
      data-exact-hash={exact?.picture.hash}
      data-picture={plan ? `${plan.width}x${plan.height}` : undefined}
    >
      <div ref={stage} className={css["stage"]} data-zoom={preferences.zoom}>
        <div className={css["picture"]} style={zoomed} hidden={!plan} onDoubleClick={onDoubleClick}>
          <canvas ref={canvas} className={css["live"]} />
          <ExactOverlay exact={exact ?? { kind: "live" }} />
          <Guides safeAreas={preferences.safeAreas} thirds={preferences.thirds} />
          <SelectedHandles {...props} plan={plan} frame={frame} />
          <EditedWords {...props} plan={plan} frame={frame} heightPx={zoomed.height} />
        </div>
        <StageMessage outcome={picture.outcome} />
        <Notes picture={picture} frame={frame} />
      </div>
      <Transport
        frame={frame}
        frameCount={frameCount}
        rate={rate}
        playing={props.playing}
        shuttleRate={props.shuttleRate}
        droppedFrames={picture.droppedFrames}
        preferences={preferences}
        fullscreen={fullscreen.active}
        badge={plan ? <PictureBadge exact={picture.exact} /> : null}
        actions={actions}
      />
    </section>
  );
}

/** The buttons' actions, as one object for the component's whole life. */
function useActions(
  props: MonitorProps,
  own: {
    readonly frame: number;
    readonly last: number;
    readonly onToggleFullscreen: () => void;
  },
): TransportActions {
  const latest = useRef({ props, own });
  useEffect(() => {
    latest.current = { props, own };
  });
  return useMemo(
    () => ({
      onFrame: (to) => {
        const { props: now, own: at } = latest.current;
        const frame = typeof to === "number" ? to : to(at.frame, at.last);
        if (now.playing) now.onPlayingChange(false);
        const inside = Math.min(at.last, Math.max(0, frame));
        now.onPlayheadChange(framesToFlicks(inside, now.document.settings.rate));
      },
      onTogglePlay: () => {
        const { props: now } = latest.current;
        if (!now.playing && now.shuttleRate !== 1) now.onShuttleRateChange(1);
        now.onPlayingChange(!now.playing);
      },
      onPreferences: changePreferences,
      onToggleFullscreen: () => latest.current.own.onToggleFullscreen(),
    }),
    [],
  );
}

function SelectedHandles(
  props: MonitorProps & {
    readonly plan: Parameters<typeof Handles>[0]["plan"] | null;
    readonly frame: number;
  },
): ReactNode {
  const [only, ...more] = props.selectedClipIds ?? [];
  if (!props.plan || !props.onTransformGesture || props.playing) return null;
  if (typeof props.textEditing?.clipId === "string") return null;
  if (only === undefined || more.length > 0) return null;
  const clip = props.document.clips[only];
  const track = clip && props.document.tracks[clip.trackId];
  if (!clip || !track || track.locked || track.hidden) return null;
  if (clip.kind === "compound") return null;
  if (clip.kind === "media" && clip.mediaKind === "audio") return null;
  return (
    <Handles
      plan={props.plan}
      frame={props.frame}
      clip={clip}
      onGesture={props.onTransformGesture}
    />
  );
}

/** Words that are in a field over the picture are not drawn behind it, too. */
function useShownDocument({ document, textEditing }: MonitorProps) {
  const editedId = textEditing?.clipId ?? null;
  return useMemo(() => withoutWords(document, editedId), [document, editedId]);
}

/** A double click on a title opens its words. */
function openWords(
  { currentTarget, clientX, clientY }: MouseEvent,
  { document, textEditing }: MonitorProps,
  plan: RenderPlan | null,
  frame: number,
): void {
  if (!plan || textEditing?.clipId !== null) return;
  const area = currentTarget.getBoundingClientRect();
  const factor = plan.width / area.width;
  const point = { x: (clientX - area.left) * factor, y: (clientY - area.top) * factor };
  const title = titleAt(document, plan, frame, point);
  if (title) textEditing.onOpen(title.id);
}

function EditedWords(
  props: MonitorProps & {
    readonly plan: RenderPlan | null;
    readonly frame: number;
    readonly heightPx: number;
  },
): ReactNode {
  const { plan, textEditing } = props;
  const clip = props.document.clips[textEditing?.clipId ?? ""];
  if (!plan || !textEditing || clip?.kind !== "text") return null;
  return (
    <TextInPlace
      key={clip.id}
      clip={clip}
      transform={posed(plan, props.frame, clip)}
      heightPx={props.heightPx}
      onClose={textEditing.onClose}
    />
  );
}

function StageMessage({ outcome }: { readonly outcome: PlanOutcome }): ReactNode {
  const t = useT("monitor");
  const icon = { size: 20, strokeWidth: 1.5 } as const;
  if (outcome.kind === "empty") {
    return <EmptyState icon={<Film {...icon} />} title={t("emptyTitle")} body={t("emptyBody")} />;
  }
  if (outcome.kind !== "failed") return null;
  const body = outcome.failure.code === "plan.overlap" ? t("overlap") : t("broken");
  return <EmptyState icon={<TriangleAlert {...icon} />} title={t("failedTitle")} body={body} />;
}

/** Played live, sound at another speed changes its pitch; the export keeps it. */
function isRepitched({ outcome }: Picture, frame: number): boolean {
  if (outcome.kind !== "plan") return false;
  const { rate, sampleRate } = outcome.plan;
  const sample = Math.round((frame * sampleRate * rate.d) / rate.n);
  return soundsAt(outcome.plan, sample).some(
    ({ speed, keepsPitch }) => keepsPitch && speed.n !== speed.d,
  );
}

function Notes(props: { readonly picture: Picture; readonly frame: number }): ReactNode {
  const t = useT("monitor");
  const { picture } = props;
  const { outcome } = picture;
  const coming = new Set(outcome.kind === "plan" ? outcome.comingAssetIds : []);
  const offline = new Set(
    [...(outcome.kind === "plan" ? outcome.offlineAssetIds : []), ...picture.failedAssetIds].filter(
      (id) => !coming.has(id),
    ),
  ).size;
  return (
    <div className={css["notes"]} role="status">
      {offline > 0 ? <Badge tone="bad">{t("offline", { count: offline })}</Badge> : null}
      {picture.ability?.frames === "element" ? (
        <Badge tone="scrim">{t("elementFallback")}</Badge>
      ) : null}
      {picture.ability?.sound !== false && isRepitched(picture, props.frame) ? (
        <Badge tone="scrim">{t("repitched")}</Badge>
      ) : null}
      {picture.ability?.sound === false ? <Badge tone="scrim">{t("silent")}</Badge> : null}
    </div>
  );
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The largest size of the picture that fits the stage, in CSS pixels. */
function useFit(stage: RefObject<HTMLElement | null>, project: Size): Size {
  const [fit, setFit] = useState<Size>({ width: 0, height: 0 });
  const { width, height } = project;
  useEffect(() => {
    const element = stage.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const scale = Math.min(entry.contentRect.width / width, entry.contentRect.height / height);
      setFit({ width: Math.floor(width * scale), height: Math.floor(height * scale) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [stage, width, height]);
  return fit;
}

function shownSize(project: Size, fit: Size, zoom: Preferences["zoom"]): Size {
  if (zoom === "fit") return fit;
  const scale = zoom / 100 / (globalThis.devicePixelRatio || 1);
  return {
    width: Math.round(project.width * scale),
    height: Math.round(project.height * scale),
  };
}

function useFullscreen(root: RefObject<HTMLElement | null>) {
  const [active, setActive] = useState(false);
  useEffect(() => {
    const update = () => setActive(document.fullscreenElement === root.current);
    document.addEventListener("fullscreenchange", update);
    return () => document.removeEventListener("fullscreenchange", update);
  }, [root]);
  const toggle = () => {
    const done = active ? document.exitFullscreen() : root.current?.requestFullscreen();
    // Refused by the browser or its settings: nothing changes, and nothing needs saying.
    done?.catch(() => {});
  };
  return { active, toggle };
}
