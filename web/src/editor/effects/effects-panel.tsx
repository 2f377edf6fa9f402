"use client";
import { type Clip, type MediaClip } from "@cutroom/timeline";
import { useMemo, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { Button } from "../../ui/button.tsx";
import { PanelHeader } from "../../ui/panel-header.tsx";
import { useChange } from "../inspector/use-change.ts";
import panels from "../panels/panels.module.css";
import css from "../panels/transitions-panel.module.css";
import { useClipPicture } from "../media/use-clip-picture.ts";
import { useEditor, useEditorParts, useEnv } from "../session/editor-context.tsx";
import { EffectPicture, type EffectSubject } from "./effect-picture.tsx";
import {
  EFFECT_FAMILIES,
  type EffectId,
  effectEdits,
  effectsOfFamily,
  plainEdits,
} from "./effect-presets.ts";

const isPicture = (clip: Clip): clip is MediaClip =>
  clip.kind === "media" && clip.mediaKind !== "audio";

/** The first selected clip at the playhead, or where it starts; it stands still while playing. */
function useSubject(clip: MediaClip | null): EffectSubject | null {
  const { width, height } = useEditorParts(({ journal }) => journal.document.settings);
  const offset = useEditor(({ playheadFlicks, playing }) => {
    if (clip === null || playing) return 0;
    const inside = playheadFlicks - clip.start;
    return inside >= 0 && inside < clip.duration ? inside : 0;
  });
  const picture = useClipPicture(clip, offset);
  return useMemo(
    () => (clip && picture ? { clip, picture, frame: { width, height } } : null),
    [clip, picture, width, height],
  );
}

function Tile(props: {
  readonly id: EffectId;
  readonly subject: EffectSubject | null;
  readonly disabled: boolean;
  readonly onApply: (id: EffectId) => void;
}) {
  const t = useT("editor");
  const [running, setRunning] = useState(false);
  return (
    <button
      type="button"
      className={css["tile"]}
      aria-disabled={props.disabled}
      data-testid={`effect-${props.id}`}
      onClick={() => {
        if (!props.disabled) props.onApply(props.id);
      }}
      onPointerEnter={() => setRunning(true)}
      onPointerLeave={() => setRunning(false)}
      onFocus={() => setRunning(true)}
      onBlur={() => setRunning(false)}
    >
      <EffectPicture id={props.id} subject={props.subject} running={running} />
      <span className={css["name"]}>{t(`effects.names.${props.id}`)}</span>
    </button>
  );
}

/** Effects as small pictures; a press gives one to the selected clips. */
export function EffectsPanel() {
  const t = useT("editor");
  const env = useEnv();
  const change = useChange();
  const readOnly = useEditor((state) => state.role === "reader");
  const clips = useEditorParts(({ journal, selectedClipIds }) =>
    selectedClipIds.flatMap((id) => journal.document.clips[id] ?? []).filter(isPicture),
  );
  const subject = useSubject(clips[0] ?? null);
  const disabled = readOnly || clips.length === 0;
  const apply = (id: EffectId) => {
    const { settings } = env.store.getState().journal.document;
    change.commit("effect", effectEdits(id, clips, settings));
  };
  return (
    <div className={panels["panel"]}>
      <PanelHeader title={t("effects.title")} />
      <div className={css["state"]}>
        <p className={css["note"]}>
          {clips.length === 0 ? t("effects.choose") : t("effects.chosen", { count: clips.length })}
        </p>
        <Button disabled={disabled} onClick={() => change.commit("effect", plainEdits(clips))}>
          {t("effects.remove")}
        </Button>
      </div>
      <div className={css["families"]}>
        {EFFECT_FAMILIES.map((family) => (
          <section key={family} aria-label={t(`effects.families.${family}`)}>
            <h3>{t(`effects.families.${family}`)}</h3>
            <div className={css["grid"]}>
              {effectsOfFamily(family).map((id) => (
                <Tile key={id} id={id} subject={subject} disabled={disabled} onApply={apply} />
              ))}
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}
