"use client";
import { STRAIGHT_CURVE, TONE_CHANNELS } from "@cutroom/timeline";
import type { MediaClip, ToneChannel } from "@cutroom/timeline";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { Select } from "../../ui/select.tsx";
import { useEditor } from "../session/editor-context.tsx";
import { CurveEditor } from "./curve-editor.tsx";
import css from "./inspector.module.css";
import { LookSection, lookOf } from "./look-section.tsx";
import { setAll, shared, useChange } from "./use-change.ts";

/** The tone curves of all channels and of each; changing one sets all four for all clips. */
export function CurvesSection({ clips }: { readonly clips: readonly MediaClip[] }) {
  const t = useT("editor");
  const change = useChange();
  const readOnly = useEditor((state) => state.role === "reader");
  const [channel, setChannel] = useState<ToneChannel>("master");
  const curves = shared(clips, (clip) => lookOf(clip).curves)?.value ?? {};
  return (
    <LookSection name="curves" clips={clips} title={t("look.curves")} reset={{ curves: null }}>
      <Select<ToneChannel>
        label={t("look.curveChannel")}
        value={channel}
        options={TONE_CHANNELS.map((value) => ({ value, label: t(`look.curveChannels.${value}`) }))}
        onChange={setChannel}
      />
      <CurveEditor
        channel={channel}
        curve={curves[channel] ?? STRAIGHT_CURVE}
        disabled={readOnly}
        onChange={(curve, keep) => {
          const edits = setAll(clips, { look: { curves: { ...curves, [channel]: curve } } });
          if (keep) change.commit("look", edits);
          else change.preview("look", edits);
        }}
      />
      <p className={css["note"]}>{t("look.curveHint")}</p>
    </LookSection>
  );
}
