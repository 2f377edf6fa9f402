"use client";
import type { Clip, MediaClip } from "@cutroom/timeline";
import { useEffect, useMemo, useState } from "react";
import { LutTables } from "../../engine/lut-tables.ts";
import { useT } from "../../i18n/use-t.ts";
import { Button } from "../../ui/button.tsx";
import { PanelHeader } from "../../ui/panel-header.tsx";
import { useChange } from "../inspector/use-change.ts";
import panels from "../panels/panels.module.css";
import css from "../panels/transitions-panel.module.css";
import { useClipPicture } from "../media/use-clip-picture.ts";
import { useAsset } from "../../server/workspace.ts";
import { useEditor, useEditorParts, useEnv } from "../session/editor-context.tsx";
import { EffectPicture, type EffectSubject, type ShownEffect } from "./effect-picture.tsx";
import {
  EFFECT_FAMILIES,
  type EffectId,
  effectEdits,
  effectsOfFamily,
  lutEdits,
  plainEdits,
} from "./effect-presets.ts";
import { type FileLut, useFileLuts } from "./file-luts.ts";

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

const SHOWN_ON = (id: EffectId): ShownEffect["on"] =>
  // A backdrop shows only beside a picture that leaves room for it.
  id === "backdrop" ? "square" : id === "green-screen" ? "green" : "picture";

function Tile(props: {
  readonly name: string;
  readonly testId: string;
  readonly effect: ShownEffect;
  readonly subject: EffectSubject | null;
  readonly disabled: boolean;
  readonly onApply: (effect: ShownEffect) => void;
}) {
  const [running, setRunning] = useState(false);
  return (
    <button
      type="button"
      className={css["tile"]}
      aria-disabled={props.disabled}
      data-testid={props.testId}
      onClick={() => {
        if (!props.disabled) props.onApply(props.effect);
      }}
      onPointerEnter={() => setRunning(true)}
      onPointerLeave={() => setRunning(false)}
      onFocus={() => setRunning(true)}
      onBlur={() => setRunning(false)}
    >
      <EffectPicture effect={props.effect} subject={props.subject} running={running} />
      <span className={css["name"]}>
        <bdi>{props.name}</bdi>
      </span>
    </button>
  );
}

type TileProps = Pick<Parameters<typeof Tile>[0], "subject" | "disabled" | "onApply">;

function PresetTile({ id, ...props }: TileProps & { readonly id: EffectId }) {
  const t = useT("editor");
  const effect = useMemo<ShownEffect>(
    () => ({ edits: (clips, settings) => effectEdits(id, clips, settings), on: SHOWN_ON(id) }),
    [id],
  );
  const name = t(`effects.names.${id}`);
  return <Tile {...props} name={name} testId={`effect-${id}`} effect={effect} />;
}

/** Tables of all tiles: each file is fetched once. */
const tables = new LutTables();

/** A table of colours from a file, on the picture as soon as the file is here. */
function LutTile({ lut, ...props }: TileProps & { readonly lut: FileLut }) {
  const url = useAsset(lut.assetId)?.urls.proxy ?? null;
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    // Without its file the tile shows the picture as it is; the monitor says what is missing.
    if (url !== null) tables.load(lut.assetId, url).then(() => setLoaded(true), console.warn);
  }, [lut.assetId, url]);
  const effect = useMemo<ShownEffect>(
    () => ({
      edits: (clips) => lutEdits(lut, clips),
      on: "picture",
      tableOf: (wanted) => (loaded ? tables.get(wanted) : null),
    }),
    [lut, loaded],
  );
  return <Tile {...props} name={lut.name} testId={`effect-lut-${lut.assetId}`} effect={effect} />;
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
  const luts = useFileLuts(clips);
  const onApply = ({ edits }: ShownEffect) => {
    const { settings } = env.store.getState().journal.document;
    change.commit("effect", edits(clips, settings));
  };
  const tile = { subject, disabled, onApply };
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
                <PresetTile key={id} id={id} {...tile} />
              ))}
            </div>
          </section>
        ))}
        {luts.length === 0 ? null : (
          <section aria-label={t("effects.ownLooks")}>
            <h3>{t("effects.ownLooks")}</h3>
            <div className={css["grid"]}>
              {luts.map((lut) => (
                <LutTile key={lut.assetId} lut={lut} {...tile} />
              ))}
            </div>
          </section>
        )}
      </div>
    </div>
  );
}
