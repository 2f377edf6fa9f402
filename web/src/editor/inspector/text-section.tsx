"use client";
import type { Clip, TextClip, TextStyle } from "@cutroom/timeline";
import { useEffect, useRef } from "react";
import { useT } from "../../i18n/use-t.ts";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useEditor } from "../session/editor-context.tsx";
import { ClipNumber } from "./clip-number.tsx";
import { ColourField } from "./colour-field.tsx";
import css from "./inspector.module.css";
import { Section } from "./section.tsx";
import { setAll, useChange } from "./use-change.ts";

const styleOf = (clip: Clip): TextStyle => (clip as TextClip).style;
/** A pause this long ends one step of typing; the log is written within a second. */
const TYPING_PAUSE_MS = 700;

function Content({ clips }: { readonly clips: readonly TextClip[] }) {
  const t = useT("editor");
  const change = useChange();
  const readOnly = useEditor((state) => state.role === "reader");
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <div onBlur={change.settle}>
      <TextField
        label={t("inspector.content")}
        rows={3}
        maxLength={5_000}
        disabled={readOnly}
        value={clips[0]?.text ?? ""}
        onChange={(text) => {
          change.preview("text", setAll(clips, { text }));
          clearTimeout(timer.current);
          timer.current = window.setTimeout(change.settle, TYPING_PAUSE_MS);
        }}
      />
    </div>
  );
}

function Letters({ clips }: { readonly clips: readonly TextClip[] }) {
  const t = useT("editor");
  const change = useChange();
  const style = clips[0]?.style;
  const { height } = useEditor((state) => state.journal.document.settings);
  if (style === undefined) return null;
  const set = (part: Partial<TextStyle>) => change.commit("text", setAll(clips, { style: part }));
  return (
    <div className={css["two"]}>
      <ClipNumber
        clips={clips}
        edit="text"
        label={t("inspector.size")}
        read={(clip) => styleOf(clip).size * height}
        write={(value) => ({ style: { size: value / height } })}
        min={Math.ceil(height * 0.005)}
        max={height}
        unit="px"
      />
      <Select
        label={t("inspector.weight")}
        value={style.weight}
        options={[
          { value: 400, label: t("inspector.regular") },
          { value: 600, label: t("inspector.semibold") },
          { value: 700, label: t("inspector.bold") },
        ]}
        onChange={(weight) => set({ weight })}
      />
      <ColourField
        label={t("inspector.colour")}
        value={style.colour}
        onChange={(colour) => change.preview("text", setAll(clips, { style: { colour } }))}
        onCommit={(colour) => set({ colour })}
      />
      <Select
        label={t("inspector.align")}
        value={style.align}
        options={(["left", "center", "right"] as const).map((value) => ({
          value,
          label: t(`inspector.${value}`),
        }))}
        onChange={(align) => set({ align })}
      />
      <ClipNumber
        clips={clips}
        edit="text"
        label={t("inspector.lineHeight")}
        read={(clip) => styleOf(clip).lineHeight * 100}
        write={(value) => ({ style: { lineHeight: value / 100 } })}
        min={50}
        max={400}
        unit="%"
        defaultValue={120}
      />
      <div className={css["switchField"]}>
        <Switch
          label={t("inspector.shadow")}
          checked={style.shadow}
          onChange={(shadow) => set({ shadow })}
        />
      </div>
    </div>
  );
}

/** A line round the letters and a box behind them: each a switch, and its settings while on. */
function Decoration({ clips }: { readonly clips: readonly TextClip[] }) {
  const t = useT("editor");
  const change = useChange();
  const style = clips[0]?.style;
  if (style === undefined) return null;
  const set = (part: Partial<TextStyle>) => change.commit("text", setAll(clips, { style: part }));
  const show = (part: Partial<TextStyle>) => change.preview("text", setAll(clips, { style: part }));
  return (
    <>
      <Switch
        label={t("inspector.outline")}
        checked={style.outlineColour !== null}
        onChange={(on) =>
          set(on ? { outlineColour: "#000000", outlineWidth: 0.06 } : { outlineColour: null })
        }
      />
      {style.outlineColour === null ? null : (
        <div className={css["two"]}>
          <ColourField
            label={t("inspector.colour")}
            value={style.outlineColour}
            onChange={(outlineColour) => show({ outlineColour })}
            onCommit={(outlineColour) => set({ outlineColour })}
          />
          <ClipNumber
            clips={clips}
            edit="text"
            label={t("inspector.size")}
            read={(clip) => styleOf(clip).outlineWidth * 100}
            write={(value) => ({ style: { outlineWidth: value / 100 } })}
            min={0}
            max={50}
            unit="%"
          />
        </div>
      )}
      <Switch
        label={t("inspector.box")}
        checked={style.boxColour !== null}
        onChange={(on) => set(on ? { boxColour: "#000000", boxOpacity: 0.6 } : { boxColour: null })}
      />
      {style.boxColour === null ? null : (
        <div className={css["two"]}>
          <ColourField
            label={t("inspector.colour")}
            value={style.boxColour}
            onChange={(boxColour) => show({ boxColour })}
            onCommit={(boxColour) => set({ boxColour })}
          />
          <ClipNumber
            clips={clips}
            edit="text"
            label={t("inspector.opacity")}
            read={(clip) => styleOf(clip).boxOpacity * 100}
            write={(value) => ({ style: { boxOpacity: value / 100 } })}
            min={0}
            max={100}
            unit="%"
          />
        </div>
      )}
    </>
  );
}

/** What titles say and how they look. */
export function TextSection({ clips }: { readonly clips: readonly TextClip[] }) {
  const t = useT("editor");
  return (
    <Section name="text" title={t("inspector.text")}>
      <Content key={clips.map(({ id }) => id).join()} clips={clips} />
      <Letters clips={clips} />
      <Decoration clips={clips} />
    </Section>
  );
}
