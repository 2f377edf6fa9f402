"use client";
import { BLEND_MODES, type BlendMode, type Clip } from "@cutroom/timeline";
import { useT } from "../../i18n/use-t.ts";
import { Select } from "../../ui/select.tsx";
import { useEditor } from "../session/editor-context.tsx";
import { setAll, shared, useChange } from "./use-change.ts";

const blendOf = (clip: Clip): BlendMode => ("blend" in clip ? clip.blend : undefined) ?? "normal";

/** How the pictures meet what lies beneath them. */
export function BlendField({ clips }: { readonly clips: readonly Clip[] }) {
  const t = useT("editor");
  const change = useChange();
  const readOnly = useEditor((state) => state.role === "reader");
  const now = shared(clips, blendOf);
  if (now === null || clips.some((clip) => clip.kind === "caption")) return null;
  return (
    <Select<BlendMode>
      label={<span title={t("look.blendHint")}>{t("look.blend")}</span>}
      value={now.value}
      disabled={readOnly}
      options={BLEND_MODES.map((value) => ({ value, label: t(`look.blends.${value}`) }))}
      onChange={(blend) => change.commit("look", setAll(clips, { blend }))}
    />
  );
}
