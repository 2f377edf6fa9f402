"use client";
import type { CompoundClip, MediaClip } from "@cutroom/timeline";
import { useT } from "../../i18n/use-t.ts";
import { Switch } from "../../ui/switch.tsx";
import { useEditor } from "../session/editor-context.tsx";
import css from "./inspector.module.css";
import { setAll, useChange } from "./use-change.ts";

/** Silences clips; on when all of them are silent. */
export function MuteSwitch({ clips }: { readonly clips: readonly (CompoundClip | MediaClip)[] }) {
  const t = useT("editor");
  const change = useChange();
  const readOnly = useEditor((state) => state.role === "reader");
  return (
    <div className={css["switchField"]}>
      <Switch
        label={t("inspector.muted")}
        checked={clips.every(({ audio }) => audio.muted)}
        disabled={readOnly}
        onChange={(muted) => change.commit("mute", setAll(clips, { audio: { muted } }))}
      />
    </div>
  );
}
