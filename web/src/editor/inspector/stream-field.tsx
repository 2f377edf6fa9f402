"use client";
import { type MediaClip, soundStreamOf } from "@cutroom/timeline";
import { languageName } from "../../i18n/language-name.ts";
import { useT } from "../../i18n/use-t.ts";
import { useAsset } from "../../server/workspace.ts";
import { Select } from "../../ui/select.tsx";
import { useEditor } from "../session/editor-context.tsx";
import { setAll, useChange } from "./use-change.ts";

/** Which sound of a file that has several the clips of that file play (F20). */
export function StreamField({ clips }: { readonly clips: readonly MediaClip[] }) {
  const t = useT("editor");
  const change = useChange();
  const readOnly = useEditor((state) => state.role === "reader");
  const [first] = clips;
  const facts = useAsset(first?.assetId ?? "")?.facts;
  const sounds = facts?.sounds ?? [];
  if (first === undefined || sounds.length === 0) return null;
  if (clips.some(({ assetId }) => assetId !== first.assetId)) return null;
  return (
    <Select<number>
      label={t("inspector.stream")}
      value={soundStreamOf(first.audio, facts)}
      disabled={readOnly}
      options={sounds.map(({ language, title }, value) => {
        const number = String(value + 1);
        const name = title ?? languageName(language);
        const label =
          name === null
            ? t("inspector.streamNumber", { number })
            : t("inspector.streamName", { number, name });
        return { value, label };
      })}
      onChange={(stream) => change.commit("sound", setAll(clips, { audio: { stream } }))}
    />
  );
}
