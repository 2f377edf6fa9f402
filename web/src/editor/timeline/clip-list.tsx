"use client";
import {
  type Clip,
  type ProjectDocument,
  type Rate,
  type SyncOffset,
  clipsOnTrack,
  flicksToFrameNearest,
  formatTimecode,
  isUnfilled,
  syncOffsets,
} from "@cutroom/timeline";
import { type KeyboardEvent, memo, useCallback, useMemo, useRef } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useWorkspace } from "../../server/workspace.ts";
import { offlineIds } from "../relink/offline-files.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import { type Row, layOutRows } from "./rows.ts";
import { useTrackLabel } from "./track-label.ts";

interface ListProps {
  readonly onFocusClip: (clipId: string | null) => void;
}

/** One of thousands: it draws again only when its own clip or state changes. */
const Option = memo(function Option(props: {
  readonly clip: Clip;
  readonly fps: Rate;
  readonly transitionFrames: number | undefined;
  readonly selected: boolean;
  readonly offline: boolean;
  readonly first: boolean;
  readonly sync: SyncOffset | undefined;
  readonly onFocus: (clip: Clip | null) => void;
}) {
  const t = useT("editor");
  const { clip, fps } = props;
  const start = flicksToFrameNearest(clip.start, fps);
  const end = flicksToFrameNearest(clip.start + clip.duration, fps);
  return (
    <li
      role="option"
      tabIndex={props.first ? 0 : -1}
      aria-selected={props.selected}
      data-clip-id={clip.id}
      data-track-id={clip.trackId}
      data-kind={
        clip.kind === "media" ? clip.mediaKind : clip.kind === "caption" ? "text" : clip.kind
      }
      data-start-frame={start}
      data-duration-frames={end - start}
      data-unfilled={isUnfilled(clip) ? "" : undefined}
      data-transition-frames={props.transitionFrames}
      data-sync-frames={props.sync?.frames}
      data-group-id={clip.groupId}
      data-offline={props.offline ? "" : undefined}
      onFocus={() => props.onFocus(clip)}
      onBlur={() => props.onFocus(null)}
    >
      {t("timeline.clip", {
        name: clip.name,
        start: formatTimecode(clip.start, fps),
        length: formatTimecode(clip.duration, fps),
      })}
      {props.sync === undefined
        ? null
        : `, ${t("timeline.outOfSync", { count: props.sync.frames })}`}
      {clip.kind === "compound" ? `, ${t("compound.title")}` : null}
      {clip.groupId === undefined ? null : `, ${t("timeline.inGroup")}`}
      {props.offline ? `, ${t("relink.clipOffline")}` : null}
    </li>
  );
});

/** Length of the crossfade into each clip that has one, by the clip's id. */
function transitionFrames({ transitions, settings }: ProjectDocument): ReadonlyMap<string, number> {
  return new Map(
    Object.values(transitions).map(({ rightClipId, duration }) => [
      rightClipId,
      flicksToFrameNearest(duration, settings.rate),
    ]),
  );
}

const MOVES: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
};

/** So many options are compared at once; a change in one of them leaves the other parts alone. */
const PART_LENGTH = 100;

interface PartProps {
  readonly clips: readonly Clip[];
  readonly fps: Rate;
  readonly fades: ReadonlyMap<string, number>;
  readonly offline: ReadonlySet<string>;
  readonly sync: ReadonlyMap<string, SyncOffset>;
  /** Ids of those that are selected, as one word: it is equal when they are the same. */
  readonly selected: string;
  readonly first: boolean;
  readonly onFocus: (clip: Clip | null) => void;
}

const Part = memo(function Part(props: PartProps) {
  const { clips, fps, fades, offline, sync, selected, first, onFocus } = props;
  const isSelected = new Set(selected.split(" "));
  return clips.map((clip, index) => (
    <Option
      key={clip.id}
      clip={clip}
      fps={fps}
      transitionFrames={fades.get(clip.id)}
      selected={isSelected.has(clip.id)}
      offline={clip.kind === "media" && offline.has(clip.assetId)}
      first={first && index === 0}
      sync={sync.get(clip.id)}
      onFocus={onFocus}
    />
  ));
});

const idsOf = (clips: readonly Clip[]) => clips.map(({ id }) => id).join(" ");

function partsOf(clips: readonly Clip[]) {
  return Array.from({ length: Math.ceil(clips.length / PART_LENGTH) }, (_, part) => {
    const from = part * PART_LENGTH;
    return { from, clips: clips.slice(from, from + PART_LENGTH) };
  });
}

function TrackList({
  row,
  document,
  onFocusClip,
}: ListProps & { readonly row: Row; readonly document: ProjectDocument }) {
  const t = useT("editor");
  const env = useEnv();
  const selected = useEditor((state) => state.selectedClipIds);
  const list = useRef<HTMLUListElement>(null);
  const clips = clipsOnTrack(document, row.trackId);
  const parts = useMemo(() => partsOf(clips), [clips]);
  const trackLabel = useTrackLabel();
  const track = document.tracks[row.trackId];

  const onKeyDown = (event: KeyboardEvent) => {
    const options = [...(list.current?.querySelectorAll<HTMLElement>("[role=option]") ?? [])];
    const at = options.indexOf(globalThis.document.activeElement as HTMLElement);
    const step = MOVES[event.key];
    const clip = clips[at];
    if (step !== undefined) options[at + step]?.focus();
    else if (event.key === "Home") options[0]?.focus();
    else if (event.key === "End") options.at(-1)?.focus();
    else if ((event.key === "Enter" || event.key === " ") && clip !== undefined) {
      const { selectClips, selectAlone } = env.store.getState();
      const how = event.ctrlKey || event.metaKey ? "toggle" : event.shiftKey ? "add" : "replace";
      if (event.altKey) selectAlone(clip.id);
      else selectClips([clip.id], how);
    } else return;
    // Here these keys are for the list; the editor's own shortcuts must not see them.
    event.preventDefault();
    event.stopPropagation();
  };
  const focus = useCallback(
    (clip: Clip | null) => {
      if (clip !== null) env.store.getState().revealTime(clip.start);
      onFocusClip(clip?.id ?? null);
    },
    [env, onFocusClip],
  );
  const isSelected = useMemo(() => new Set(selected), [selected]);
  const { assets, assetsLoading } = useWorkspace();
  const offline = useMemo(
    () => offlineIds(document, { assets, assetsLoading }),
    [document, assets, assetsLoading],
  );
  const sync = syncOffsets(document);
  const fades = useMemo(() => transitionFrames(document), [document]);
  return (
    <ul
      ref={list}
      role="listbox"
      aria-multiselectable
      aria-label={t("timeline.clips", { track: track === undefined ? "" : trackLabel(track) })}
      data-track-id={row.trackId}
      onKeyDown={onKeyDown}
    >
      {parts.map((part) => (
        <Part
          key={part.from}
          clips={part.clips}
          fps={document.settings.rate}
          fades={fades}
          offline={offline}
          sync={sync}
          selected={idsOf(part.clips.filter(({ id }) => isSelected.has(id)))}
          first={part.from === 0}
          onFocus={focus}
        />
      ))}
    </ul>
  );
}

/**
 * The timeline as words, for screen readers and the keyboard: one list for each track, not seen
 * but focusable. The canvas shows which clip has the focus.
 */
export const ClipList = memo(function ClipList({ onFocusClip }: ListProps) {
  const document = useEditor((state) => state.journal.document);
  return (
    <div className="visually-hidden" data-testid="clip-list">
      {layOutRows(document).map((row) => (
        <TrackList key={row.trackId} row={row} document={document} onFocusClip={onFocusClip} />
      ))}
    </div>
  );
});
