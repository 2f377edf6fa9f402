"use client";
import { Plus } from "lucide-react";
import { memo, useMemo, useRef, useState } from "react";
import { TRACK_KINDS, documentDuration } from "@cutroom/timeline";
import { useT } from "../../i18n/use-t.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { ContextMenu, Menu, type MenuEntry } from "../../ui/menu.tsx";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import { shownDocument } from "../state/document.ts";
import { ClipList } from "./clip-list.tsx";
import { CompoundPath } from "./compound-path.tsx";
import { hitTest } from "./hit-test.ts";
import { type MenuPlace, useLaneEntries } from "./lane-menu.ts";
import { Playhead } from "./playhead.tsx";
import { type Row, layOutRows, rowsHeight } from "./rows.ts";
import { Ruler } from "./ruler.tsx";
import { ScrollBar } from "./scroll-bar.tsx";
import { TimelineToolbar } from "./timeline-toolbar.tsx";
import css from "./timeline.module.css";
import { TrackHeader } from "./track-header.tsx";
import { addTrackEdit } from "./track-order.ts";
import { useLanes } from "./use-lanes.ts";
import { useWheel } from "./use-wheel.ts";
import { pxToFlicks } from "./viewport-maths.ts";

/** Width of the track headers; the lanes begin there. */
const HEADERS_PX = 148;

function AddTrack() {
  const t = useT("editor");
  const env = useEnv();
  const readOnly = useEditor((state) => state.role === "reader");
  const entries = TRACK_KINDS.map((kind): MenuEntry => ({
    id: kind,
    label: t(`track.${kind}`),
    disabled: readOnly,
    onSelect: () => {
      const { edit, journal } = env.store.getState();
      edit("add-track", [addTrackEdit(journal.document, kind, env.newId())]);
    },
  }));
  return (
    <Menu entries={entries}>
      <IconButton
        size="small"
        label={t("timeline.addTrack")}
        icon={<Plus size={14} strokeWidth={1.5} />}
        side="top"
      />
    </Menu>
  );
}

/** Where the lanes are and at which scale, for assistive tools and tests; not seen. */
function LaneMarks({ rows }: { readonly rows: readonly Row[] }) {
  const view = useEditor((state) => state.view);
  return rows.map((row) => (
    <div
      key={row.trackId}
      className={css["laneMark"]}
      style={{ top: row.topPx, height: row.heightPx }}
      data-testid="lane"
      data-track-id={row.trackId}
      data-kind={row.kind}
      data-px-per-second={view.pxPerSecond}
      data-scroll-flicks={view.scrollFlicks}
    />
  ));
}

function LaneCanvas({ rows }: { readonly rows: readonly Row[] }) {
  const t = useT("editor");
  const env = useEnv();
  const canvas = useRef<HTMLCanvasElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const lanes = useLanes(canvas, scroller);
  const [place, setPlace] = useState<MenuPlace | null>(null);
  const entries = useLaneEntries(place);
  const height = rowsHeight(rows);
  const isEmpty = useEditor((state) => documentDuration(shownDocument(state)) === 0);

  const onContextMenu = (event: React.MouseEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const state = env.store.getState();
    const { view, selectedClipIds, selectClips, selectTransition } = state;
    const x = event.clientX - box.left;
    const hit = hitTest(
      shownDocument(state),
      rows,
      view,
      x,
      event.clientY - box.top + lanes.scrollTop(),
    );
    if (hit.kind === "clip" && !selectedClipIds.includes(hit.clip.id)) selectClips([hit.clip.id]);
    if (hit.kind === "cut") selectClips([hit.left.id, hit.right.id]);
    if (hit.kind === "transition") selectTransition(hit.transition.id);
    setPlace({ hit, timeFlicks: Math.max(0, pxToFlicks(view, x)) });
  };
  return (
    <div ref={scroller} className={css["body"]}>
      <Headers rows={rows} height={height} />
      <ContextMenu entries={entries}>
        <div id="timeline-lanes" className={css["lanes"]} style={{ minHeight: height }}>
          <canvas
            ref={canvas}
            className={css["canvas"]}
            data-testid="timeline-canvas"
            aria-label={t("timeline.label")}
            onContextMenu={onContextMenu}
          />
          <LaneMarks rows={rows} />
          {isEmpty ? (
            <p className={css["empty"]}>
              <strong>{t("timeline.emptyTitle")}</strong>
              {t("timeline.emptyBody")}
            </p>
          ) : null}
        </div>
      </ContextMenu>
      <ClipList onFocusClip={lanes.focusClip} />
    </div>
  );
}

const Headers = memo(function Headers(props: {
  readonly rows: readonly Row[];
  readonly height: number;
}) {
  const tracks = useEditor((state) => shownDocument(state).tracks);
  return (
    <div className={css["headers"]} style={{ minHeight: props.height }}>
      {props.rows.map((row) => {
        const track = tracks[row.trackId];
        return track && <TrackHeader key={row.trackId} track={track} row={row} />;
      })}
    </div>
  );
});

/** Toolbar, ruler, track headers and the lanes on their canvas. */
export function Timeline() {
  const t = useT("editor");
  const stage = useRef<HTMLDivElement>(null);
  // Not the document: while clips are dragged nothing here draws again.
  const trackOrder = useEditor((state) => shownDocument(state).trackOrder);
  const tracks = useEditor((state) => shownDocument(state).tracks);
  const rows = useMemo(() => layOutRows({ trackOrder, tracks }), [trackOrder, tracks]);
  useWheel(stage, HEADERS_PX);
  return (
    <section className={css["timeline"]} aria-label={t("timeline.label")} data-testid="timeline">
      <TimelineToolbar />
      <CompoundPath />
      <div ref={stage} className={css["stage"]}>
        <div className={css["corner"]}>
          <AddTrack />
        </div>
        <Ruler />
        <LaneCanvas rows={rows} />
        <div className={css["overlay"]}>
          <Playhead />
        </div>
        <ScrollBar />
      </div>
    </section>
  );
}
