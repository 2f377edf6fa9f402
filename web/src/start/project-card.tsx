"use client";
import type { ProjectSummary } from "@cutroom/contracts";
import { flicksToSeconds } from "@cutroom/timeline";
import { Clapperboard } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { Badge } from "../ui/badge.tsx";
import { formatDuration } from "../ui/format.ts";
import { ContextMenu, type MenuEntry } from "../ui/menu.tsx";
import css from "./start-page.module.css";
import { useNow } from "./use-now.ts";

/** One project: its picture, its name, when it was last changed. */
export function ProjectCard(props: {
  readonly project: ProjectSummary;
  readonly menu: readonly MenuEntry[];
  readonly actions: ReactNode;
}) {
  const t = useT("library");
  const format = useFormatter();
  const now = useNow();
  const { project } = props;
  const duration = formatDuration(flicksToSeconds(project.duration) * 1000);
  return (
    <ContextMenu entries={props.menu}>
      <li className={css["card"]}>
        <Link
          href={`/projects/${project.id}`}
          className={css["poster"]}
          aria-label={`${t("start.openProject", { name: project.name })}, ${duration}`}
        >
          <Clapperboard size={20} strokeWidth={1.25} aria-hidden />
          {project.poster_url === null ? null : (
            <img
              src={project.poster_url}
              alt=""
              loading="lazy"
              onError={(event) => event.currentTarget.remove()}
            />
          )}
          <span className={css["length"]}>
            <Badge tone="scrim">{duration}</Badge>
          </span>
        </Link>
        <div className={css["foot"]}>
          <div className={css["footText"]}>
            <p className={css["name"]} dir="auto" title={project.name}>
              {/* The picture is the link for the keyboard; the pointer may take the name too. */}
              <Link href={`/projects/${project.id}`} tabIndex={-1} className={css["nameLink"]}>
                {project.name}
              </Link>
            </p>
            <p className={css["note"]}>
              {t("start.changed", { time: format.relativeTime(new Date(project.updated_at), now) })}
            </p>
          </div>
          {props.actions}
        </div>
      </li>
    </ContextMenu>
  );
}
