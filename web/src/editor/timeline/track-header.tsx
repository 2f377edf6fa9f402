"use client";
import type { Track } from "@cutroom/timeline";
import { Eye, EyeOff, Headphones, Lock, LockOpen, Unlink2, Volume2, VolumeX } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { ContextMenu, type MenuEntry } from "../../ui/menu.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { notifyUndo } from "../../ui/toaster.tsx";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import type { Row } from "./rows.ts";
import css from "./timeline.module.css";
import { useTrackLabel } from "./track-label.ts";
import { stepInStack } from "./track-order.ts";

const ICON = { size: 14, strokeWidth: 1.5 } as const;
type Switch = "muted" | "solo" | "locked" | "hidden";

function Toggle(props: {
  readonly track: Track;
  readonly field: Switch;
  readonly label: string;
  readonly on: ReactNode;
  readonly off: ReactNode;
}) {
  const env = useEnv();
  const trackLabel = useTrackLabel();
  const { track, field } = props;
  const disabled = useEditor((state) => state.role === "reader");
  return (
    <Tooltip label={props.label} side="right">
      <button
        type="button"
        className={css["switch"]}
        aria-label={`${props.label}: ${trackLabel(track)}`}
        aria-pressed={track[field]}
        disabled={disabled}
        onClick={() =>
          env.store
            .getState()
            .edit("track", [{ type: "set-track", trackId: track.id, [field]: !track[field] }])
        }
      >
        {track[field] ? props.on : props.off}
      </button>
    </Tooltip>
  );
}

/** Stands there only while the track follows no ripples, which is rare and explains much. */
function StaysSwitch({ track }: { readonly track: Track }) {
  const t = useT("editor");
  const env = useEnv();
  const trackLabel = useTrackLabel();
  const disabled = useEditor((state) => state.role === "reader");
  if (track.follows !== false) return null;
  return (
    <Tooltip label={t("track.stays")} side="right">
      <button
        type="button"
        className={css["switch"]}
        aria-label={`${t("track.stays")}: ${trackLabel(track)}`}
        aria-pressed
        disabled={disabled}
        onClick={() =>
          env.store
            .getState()
            .edit("track", [{ type: "set-track", trackId: track.id, follows: true }])
        }
      >
        <Unlink2 {...ICON} />
      </button>
    </Tooltip>
  );
}

function Switches({ track }: { readonly track: Track }) {
  const t = useT("editor");
  const hears = track.kind !== "text" && track.kind !== "caption";
  const shows = track.kind !== "audio";
  return (
    <div className={css["switches"]}>
      {hears ? (
        <>
          <Toggle
            track={track}
            field="muted"
            label={t("track.mute")}
            on={<VolumeX {...ICON} />}
            off={<Volume2 {...ICON} />}
          />
          <Toggle
            track={track}
            field="solo"
            label={t("track.solo")}
            on={<Headphones {...ICON} />}
            off={<Headphones {...ICON} />}
          />
        </>
      ) : null}
      {shows ? (
        <Toggle
          track={track}
          field="hidden"
          label={t("track.hide")}
          on={<EyeOff {...ICON} />}
          off={<Eye {...ICON} />}
        />
      ) : null}
      <Toggle
        track={track}
        field="locked"
        label={t("track.lock")}
        on={<Lock {...ICON} />}
        off={<LockOpen {...ICON} />}
      />
      <StaysSwitch track={track} />
    </div>
  );
}

function useTrackEntries(track: Track, onRename: () => void): readonly MenuEntry[] {
  const t = useT("editor");
  const tUi = useT("ui");
  const env = useEnv();
  const document = useEditor((state) => state.journal.document);
  const readOnly = useEditor((state) => state.role === "reader");
  const move = (by: 1 | -1): MenuEntry => {
    const index = stepInStack(document, track.id, by);
    return {
      id: by === 1 ? "up" : "down",
      label: t(by === 1 ? "track.up" : "track.down"),
      disabled: readOnly || index === null,
      onSelect: () => {
        if (index === null) return;
        env.store.getState().edit("track", [{ type: "set-track", trackId: track.id, index }]);
      },
    };
  };
  return [
    { id: "rename", label: t("track.rename"), disabled: readOnly, onSelect: onRename },
    move(1),
    move(-1),
    {
      kind: "check",
      id: "follows",
      label: t("track.follows"),
      checked: track.follows !== false,
      disabled: readOnly,
      onSelect: () => {
        const follows = track.follows === false;
        env.store.getState().edit("track", [{ type: "set-track", trackId: track.id, follows }]);
      },
    },
    { kind: "separator", id: "between" },
    {
      id: "remove",
      label: t("track.remove"),
      danger: true,
      disabled: readOnly,
      onSelect: () => {
        const { edit, undo } = env.store.getState();
        const done = edit("remove-track", [{ type: "remove-track", trackId: track.id }]);
        if (!done.ok) env.speak.refused(done.failure);
        else notifyUndo(t("track.removed"), { label: tUi("actions.undo"), run: () => undo() });
      },
    },
  ];
}

function TrackName(props: {
  readonly track: Track;
  readonly renaming: boolean;
  readonly onDone: () => void;
}) {
  const t = useT("editor");
  const env = useEnv();
  const label = useTrackLabel();
  const { track } = props;
  if (!props.renaming)
    return (
      <span className={css["trackName"]} dir="auto">
        {label(track)}
      </span>
    );
  return (
    <input
      className={css["trackInput"]}
      aria-label={t("track.name")}
      defaultValue={track.name}
      maxLength={120}
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => {
        const name = event.currentTarget.value.trim();
        if (name !== "" && name !== track.name) {
          env.store.getState().edit("track", [{ type: "set-track", trackId: track.id, name }]);
        }
        props.onDone();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") event.currentTarget.value = track.name;
        if (event.key === "Escape" || event.key === "Enter") event.currentTarget.blur();
      }}
    />
  );
}

/** 148 px beside a lane: which track, and what it is switched to. */
export function TrackHeader({ track, row }: { readonly track: Track; readonly row: Row }) {
  const t = useT("editor");
  const [renaming, setRenaming] = useState(false);
  const name = useTrackLabel()(track);
  const entries = useTrackEntries(track, () => setRenaming(true));
  return (
    <ContextMenu entries={entries}>
      <div
        className={css["header"]}
        style={{ top: row.topPx, height: row.heightPx }}
        data-kind={track.kind}
        data-testid="track-header"
        data-track-id={track.id}
        tabIndex={0}
        role="group"
        aria-label={name}
        title={renaming ? undefined : t("track.menu", { name })}
        onDoubleClick={() => setRenaming(true)}
      >
        <TrackName track={track} renaming={renaming} onDone={() => setRenaming(false)} />
        <Switches track={track} />
      </div>
    </ContextMenu>
  );
}
