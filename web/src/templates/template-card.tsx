"use client";
import { documentDuration, flicksToMs } from "@cutroom/timeline";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { useT } from "../i18n/use-t.ts";
import { formatDuration, formatFrame } from "../ui/format.ts";
import type { ShownTemplate } from "./localised.ts";
import { TemplatePreview } from "./template-preview.tsx";
import css from "./templates.module.css";

/** A template of the gallery; it moves under the pointer and while it has the focus. */
export function TemplateCard(props: {
  readonly shown: ShownTemplate;
  readonly actions?: ReactNode;
}) {
  const t = useT("templates");
  const [moving, setMoving] = useState(false);
  const { id, name, note, content } = props.shown;
  const { width, height } = content.document.settings;
  const length = formatDuration(flicksToMs(documentDuration(content.document)));
  return (
    <li className={css["card"]} data-testid="template" data-template-id={id}>
      <Link
        href={`/templates/${id}`}
        className={css["picture"]}
        aria-label={t("open", { name })}
        onPointerEnter={() => setMoving(true)}
        onPointerLeave={() => setMoving(false)}
        onFocus={() => setMoving(true)}
        onBlur={() => setMoving(false)}
      >
        <TemplatePreview template={content} moving={moving} />
      </Link>
      <div className={css["foot"]}>
        <div className={css["footText"]}>
          <p className={css["name"]} dir="auto" title={name}>
            {name}
          </p>
          {note === "" ? null : <p className={css["note"]}>{note}</p>}
          <p className={css["note"]}>
            {t("length", { length, frame: formatFrame(width, height) })}
          </p>
        </div>
        {props.actions}
      </div>
    </li>
  );
}
