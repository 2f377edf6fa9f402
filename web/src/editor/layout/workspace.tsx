"use client";
import { PanelRight } from "lucide-react";
import { type MouseEvent, useEffect, useState } from "react";
import { Group, Panel, Separator, useDefaultLayout, usePanelRef } from "react-resizable-panels";
import { useT } from "../../i18n/use-t.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Inspector } from "../inspector/inspector.tsx";
import { MediaBin } from "../panels/media-bin.tsx";
import { TextPanel } from "../panels/text-panel.tsx";
import { TransitionsPanel } from "../panels/transitions-panel.tsx";
import { useEditor } from "../session/editor-context.tsx";
import { Timeline } from "../timeline/timeline.tsx";
import { MonitorFrame } from "./monitor-frame.tsx";
import { Rail } from "./rail.tsx";
import css from "./workspace.module.css";

/** Narrower than this the side panels lie over the monitor as sheets. */
const SHEETS_BELOW_PX = 1_100;

function SidePanel() {
  const panel = useEditor((state) => state.panel);
  switch (panel) {
    case "media":
      return <MediaBin />;
    case "audio":
      return <MediaBin only="audio" />;
    case "text":
      return <TextPanel />;
    case "transitions":
      return <TransitionsPanel />;
  }
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

/** Three columns whose sizes are remembered; either side folds away. */
function Columns() {
  const t = useT("editor");
  const side = usePanelRef();
  const inspector = usePanelRef();
  const [sideOpen, setSideOpen] = useState(true);
  const columns = useDefaultLayout({
    id: "cutroom-columns",
    panelIds: ["side", "monitor", "inspector"],
    storage: localStorage,
    onlySaveAfterUserInteractions: true,
  });
  const toggleSide = () => (sideOpen ? side.current?.collapse() : side.current?.expand());
  const toggleInspector = () => {
    const panel = inspector.current;
    if (panel?.isCollapsed() === true) panel.expand();
    else panel?.collapse();
  };
  return (
    <div className={css["upper"]}>
      <Rail open={sideOpen} onToggle={toggleSide} />
      <Group
        id="cutroom-columns"
        className={css["columns"]}
        defaultLayout={columns.defaultLayout}
        onLayoutChanged={columns.onLayoutChanged}
      >
        <Panel
          id="side"
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
        <Panel id="monitor" minSize={320}>
          <div className={css["monitor"]}>
            <MonitorFrame />
            <span className={css["fold"]}>
              <IconButton
                size="small"
                label={t("rail.inspector")}
                icon={<PanelRight size={16} strokeWidth={1.5} />}
                onClick={toggleInspector}
              />
            </span>
          </div>
        </Panel>
        <Separator className={css["splitter"]} />
        <Panel
          id="inspector"
          panelRef={inspector}
          defaultSize={300}
          minSize={260}
          maxSize={480}
          collapsible
          groupResizeBehavior="preserve-pixel-size"
        >
          <Inspector />
        </Panel>
      </Group>
    </div>
  );
}

/** On a tablet the monitor keeps its width: one side panel at a time lies over it. */
function Sheets() {
  const t = useT("editor");
  const [sheet, setSheet] = useState<"side" | "inspector" | null>(null);
  const toggle = (which: "side" | "inspector") => setSheet(sheet === which ? null : which);
  return (
    <div className={css["upper"]}>
      <Rail open={sheet === "side"} onToggle={() => toggle("side")} />
      <div className={css["monitor"]}>
        <MonitorFrame />
        <span className={css["fold"]}>
          <IconButton
            size="small"
            label={t("rail.inspector")}
            active={sheet === "inspector"}
            icon={<PanelRight size={16} strokeWidth={1.5} />}
            onClick={() => toggle("inspector")}
          />
        </span>
        {sheet === null ? null : (
          <div className={css["sheet"]} data-side={sheet}>
            {sheet === "side" ? <SidePanel /> : <Inspector />}
          </div>
        )}
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
  const narrow = useNarrow();
  const rows = useDefaultLayout({
    id: "cutroom-rows",
    panelIds: ["upper", "timeline"],
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
        <Panel id="upper" minSize={200}>
          {narrow ? <Sheets /> : <Columns />}
        </Panel>
        <Separator className={css["splitter"]} />
        <Panel id="timeline" defaultSize="42%" minSize={160}>
          <Timeline />
        </Panel>
      </Group>
    </div>
  );
}
