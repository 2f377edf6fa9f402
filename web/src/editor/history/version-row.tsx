"use client";
import type { ProjectVersion } from "@cutroom/contracts";
import { flicksToMs } from "@cutroom/timeline";
import {
  Bookmark,
  BookmarkX,
  Clapperboard,
  CopyPlus,
  Ellipsis,
  PencilLine,
  RotateCcw,
} from "lucide-react";
import { useFormatter, useT } from "../../i18n/use-t.ts";
import { useNow } from "../../start/use-now.ts";
import { formatDuration } from "../../ui/format.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { ContextMenu, Menu, type MenuEntry } from "../../ui/menu.tsx";
import css from "./history.module.css";

const ICON = { size: 16, strokeWidth: 1.5 } as const;

export interface VersionRowProps {
  readonly version: ProjectVersion;
  readonly isCurrent: boolean;
  readonly readOnly: boolean;
  readonly onRestore: () => void;
  readonly onCopy: () => void;
  readonly onName: () => void;
  readonly onUnname: () => void;
}

function useEntries(props: VersionRowProps): readonly MenuEntry[] {
  const t = useT("editor");
  const named = props.version.name !== null;
  return [
    {
      id: "restore",
      label: t("history.restore"),
      icon: <RotateCcw {...ICON} />,
      disabled: props.readOnly || props.isCurrent,
      onSelect: props.onRestore,
    },
    {
      id: "copy",
      label: t("history.openCopy"),
      icon: <CopyPlus {...ICON} />,
      onSelect: props.onCopy,
    },
    { kind: "separator", id: "line" },
    {
      id: "name",
      label: t(named ? "history.rename" : "history.name"),
      icon: named ? <PencilLine {...ICON} /> : <Bookmark {...ICON} />,
      onSelect: props.onName,
    },
    ...(named
      ? [
          {
            id: "unname",
            label: t("history.unname"),
            icon: <BookmarkX {...ICON} />,
            onSelect: props.onUnname,
          },
        ]
      : []),
  ];
}

/** One state of the project: its picture, its name or its time, and what it holds. */
export function VersionRow(props: VersionRowProps) {
  const t = useT("editor");
  const format = useFormatter();
  const now = useNow();
  const entries = useEntries(props);
  const { version } = props;
  const at = new Date(version.created_at);
  const time = format.dateTime(at, { dateStyle: "medium", timeStyle: "short" });
  const facts = [
    props.isCurrent ? t("history.current") : format.relativeTime(at, at > now ? at : now),
    ...(version.duration === null ? [] : [formatDuration(flicksToMs(version.duration))]),
    ...(version.clip_count === null ? [] : [t("history.clips", { count: version.clip_count })]),
  ];
  const title = version.name ?? time;
  return (
    <ContextMenu entries={entries}>
      <li className={css["version"]} data-revision={version.revision}>
        <span className={css["poster"]}>
          <Clapperboard size={14} strokeWidth={1.25} aria-hidden />
          {version.poster_url === null ? null : (
            <img
              src={version.poster_url}
              alt=""
              loading="lazy"
              onError={(event) => event.currentTarget.remove()}
            />
          )}
        </span>
        <div className={css["text"]}>
          <p
            className={css["title"]}
            dir="auto"
            title={version.name === null ? title : `${title}, ${time}`}
          >
            {version.name === null ? null : <Bookmark size={12} strokeWidth={2} aria-hidden />}
            <span>{title}</span>
          </p>
          <p className={css["facts"]}>{facts.join(" · ")}</p>
        </div>
        <Menu entries={entries} align="end">
          <IconButton
            size="small"
            label={t("history.more")}
            aria-label={t("history.moreOf", { name: title })}
            icon={<Ellipsis {...ICON} />}
          />
        </Menu>
      </li>
    </ContextMenu>
  );
}
