"use client";
import { useSearchParams } from "next/navigation";
import { type MouseEvent, Suspense, useEffect, useState } from "react";
import {
  Group,
  Panel,
  type PanelImperativeHandle,
  Separator,
  useDefaultLayout,
  usePanelRef,
} from "react-resizable-panels";
import { Inspector } from "../inspector/inspector.tsx";
import { MediaBin } from "../panels/media-bin.tsx";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import { Timeline } from "../timeline/timeline.tsx";
import {
  CaptionsPanel,
  EffectsPanel,
  GeneratePanel,
  HistoryPanel,
  MixerPanel,
  ShapesPanel,
  TitlesPanel,
  TransitionsPanel,
  useLaterCode,
} from "./later.tsx";
import { MonitorFrame } from "./monitor-frame.tsx";
import { SourceMonitor } from "./source-monitor.tsx";
import { Rail } from "./rail.tsx";
import css from "./workspace.module.css";

/** Narrower than this the side panels lie over the monitor as sheets. */
const SHEETS_BELOW_PX = 1_100;

function ChosenPanel() {
  const panel = useEditor((state) => state.panel);
  switch (panel) {
    case "media":
      return <MediaBin />;
    case "audio":
      return <MediaBin only="audio" />;
    case "generate":
      return <GeneratePanel />;
    case "history":
      return <HistoryPanel />;
    case "text":
      return <TitlesPanel />;
    case "shapes":
      return <ShapesPanel />;
    case "captions":
      return <CaptionsPanel />;
    case "mixer":
      return <MixerPanel />;
    case "effects":
      return <EffectsPanel />;
    case "transitions":
      return <TransitionsPanel />;
  }
}

function SidePanel() {
  return (
    <Suspense fallback={null}>
      <ChosenPanel />
    </Suspense>
  );
}

/** The way here may have asked for the panel of generation: `/projects/ID?panel=generate`. */
function useAskedToGenerate(): void {
  const env = useEnv();
  const asked = useSearchParams().get("panel") === "generate";
  useEffect(() => {
    if (asked) env.store.getState().setPanel("generate");
  }, [asked, env]);
}

function useNarrow(): boolean {
  const query = `(max-width: ${SHEETS_BELOW_PX - 1}px)`;
  const [narrow, setNarrow] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const update = () => setNarrow(list.matches);
    list.addEventListener("change", update);
    return () => list.removeEventListener("change", update);
  }, [query]);
  return narrow;
}

function fold(panel: PanelImperativeHandle | null, open: boolean): void {
  if (open) panel?.expand();
  else panel?.collapse();
}

/** Three columns whose sizes are remembered; either side folds away. */
function Columns() {
  const env = useEnv();
  const side = usePanelRef();
  const inspector = usePanelRef();
  const { setSideOpen, setInspectorOpen } = env.store.getState();
  const columns = useDefaultLayout({
    id: "cutroom-columns",
    panelIds: ["panel-side", "panel-monitor", "panel-inspector"],
    storage: localStorage,
    onlySaveAfterUserInteractions: true,
  });
  // Only what changes: a side that was folded away at an earlier visit stays so.
  useEffect(
    () =>
      env.store.subscribe((now, before) => {
        if (now.sideOpen !== before.sideOpen) fold(side.current, now.sideOpen);
        if (now.inspectorOpen !== before.inspectorOpen) fold(inspector.current, now.inspectorOpen);
      }),
    [env, side, inspector],
  );
  return (
    <div className={css["upper"]}>
      <Rail />
      <Group
        id="cutroom-columns"
        className={css["columns"]}
        defaultLayout={columns.defaultLayout}
        onLayoutChanged={columns.onLayoutChanged}
      >
        <Panel
          id="panel-side"
          panelRef={side}
          defaultSize={300}
          minSize={220}
          maxSize={560}
          collapsible
          groupResizeBehavior="preserve-pixel-size"
          onResize={({ inPixels }) => setSideOpen(inPixels > 0)}
        >
          <SidePanel />
        </Panel>
        <Separator className={css["splitter"]} />
        <Panel id="panel-monitor" minSize={320}>
          <div className={css["monitor"]}>
            <MonitorFrame />
            <SourceMonitor />
          </div>
        </Panel>
        <Separator className={css["splitter"]} />
        <Panel
          id="panel-inspector"
          panelRef={inspector}
          defaultSize={300}
          minSize={260}
          maxSize={480}
          collapsible
          groupResizeBehavior="preserve-pixel-size"
          onResize={({ inPixels }) => setInspectorOpen(inPixels > 0)}
        >
          <Inspector />
        </Panel>
      </Group>
    </div>
  );
}

/** On a tablet the monitor keeps its width: one side panel at a time lies over it. */
function Sheets() {
  const env = useEnv();
  const sideOpen = useEditor((state) => state.sideOpen);
  const inspectorOpen = useEditor((state) => state.inspectorOpen);
  const { setSideOpen, setInspectorOpen } = env.store.getState();
  useEffect(() => {
    setSideOpen(false);
    setInspectorOpen(false);
  }, [setSideOpen, setInspectorOpen]);
  return (
    <div className={css["upper"]}>
      <Rail />
      <div className={css["monitor"]}>
        <MonitorFrame />
        <SourceMonitor />
        {sideOpen ? (
          <div className={css["sheet"]} data-side="side">
            <SidePanel />
          </div>
        ) : null}
        {inspectorOpen ? (
          <div className={css["sheet"]} data-side="inspector">
            <Inspector />
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** A pressed button keeps the focus where it was, so that Space goes on playing. */
function keepFocus(event: MouseEvent): void {
  const button = (event.target as Element).closest("button");
  if (button === null || button.closest("[role=dialog], [role=menu]") !== null) return;
  event.preventDefault();
  const focused = document.activeElement;
  if (focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement) focused.blur();
}

/** Everything below the top bar. */
export function EditorWorkspace() {
  useLaterCode();
  const narrow = useNarrow();
  useAskedToGenerate();
  const rows = useDefaultLayout({
    id: "cutroom-rows",
    panelIds: ["panel-upper", "panel-timeline"],
    storage: localStorage,
    onlySaveAfterUserInteractions: true,
  });
  return (
    <div className={css["workspace"]} onMouseDown={keepFocus}>
      <Group
        id="cutroom-rows"
        orientation="vertical"
        defaultLayout={rows.defaultLayout}
        onLayoutChanged={rows.onLayoutChanged}
      >
        <Panel id="panel-upper" minSize={200}>
          {narrow ? <Sheets /> : <Columns />}
        </Panel>
        <Separator className={css["splitter"]} />
        <Panel id="panel-timeline" defaultSize="42%" minSize={160}>
          <Timeline />
        </Panel>
      </Group>
    </div>
  );
}
