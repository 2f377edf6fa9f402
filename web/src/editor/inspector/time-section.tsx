"use client";
import type { Clip } from "@cutroom/timeline";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { TextField } from "../../ui/text-field.tsx";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import css from "./inspector.module.css";
import { TimeField } from "./time-field.tsx";
import { setAll, useChange } from "./use-change.ts";

function NameField({ clip }: { readonly clip: Clip }) {
  const t = useT("editor");
  const change = useChange();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      label={t("inspector.name")}
      value={typed ?? clip.name}
      maxLength={300}
      onChange={setTyped}
      onBlur={() => {
        if (typed !== null && typed !== clip.name) {
          change.commit("property", setAll([clip], { name: typed }));
        }
        setTyped(null);
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") setTyped(null);
        if (event.key === "Enter") event.currentTarget.blur();
      }}
    />
  );
}

/** Name and place of one clip. */
export function TimeSection({ clip }: { readonly clip: Clip }) {
  const t = useT("editor");
  const env = useEnv();
  const change = useChange();
  const rate = useEditor((state) => state.journal.document.settings.rate);
  const disabled = useEditor((state) => state.role === "reader");
  const end = clip.start + clip.duration;
  const trimEnd = (deltaFlicks: number) =>
    change.commit("time", [
      { type: "trim-clip", clipId: clip.id, edge: "end", deltaFlicks, ripple: "none" },
    ]);
  return (
    <section className={css["section"]}>
      <NameField key={clip.id} clip={clip} />
      <div className={css["three"]}>
        <TimeField
          label={t("inspector.start")}
          value={clip.start}
          rate={rate}
          disabled={disabled}
          onCommit={(start) =>
            change.commit("time", [
              {
                type: "move-clips",
                clipIds: [clip.id],
                deltaFlicks: start - clip.start,
                trackDelta: 0,
                mode: "place",
                idBase: env.newId(),
              },
            ])
          }
        />
        <TimeField
          label={t("inspector.length")}
          value={clip.duration}
          rate={rate}
          disabled={disabled}
          onCommit={(length) => trimEnd(length - clip.duration)}
        />
        <TimeField
          label={t("inspector.end")}
          value={end}
          rate={rate}
          disabled={disabled}
          onCommit={(wanted) => trimEnd(wanted - end)}
        />
      </div>
    </section>
  );
}
