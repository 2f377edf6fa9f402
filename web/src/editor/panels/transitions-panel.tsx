"use client";
import { formatTimecode, handlesAtCut } from "@cutroom/timeline";
import { Blend } from "lucide-react";
import { useT } from "../../i18n/use-t.ts";
import { Button } from "../../ui/button.tsx";
import { PanelHeader } from "../../ui/panel-header.tsx";
import { cutInQuestion } from "../actions/crossfade.ts";
import { runCrossfade } from "../actions/run-crossfade.ts";
import { useEditorParts, useEnv } from "../session/editor-context.tsx";
import css from "./panels.module.css";

/** What a crossfade needs and whether it can be had here, said before anything is pressed. */
export function TransitionsPanel() {
  const t = useT("editor");
  const env = useEnv();
  const parts = useEditorParts(({ journal, selectedClipIds, playheadFlicks, role }) => {
    const { document } = journal;
    const cut = cutInQuestion({
      document,
      selectedClipIds,
      selectedTransitionId: null,
      playheadFlicks,
      idBase: "",
    });
    const handles = cut && handlesAtCut(document, cut.left.id, cut.right.id);
    const present =
      cut !== null &&
      Object.values(document.transitions).some(({ rightClipId }) => rightClipId === cut.right.id);
    return {
      at: cut?.right.start ?? null,
      most: handles?.maxTransitionFlicks ?? 0,
      present,
      rate: document.settings.rate,
      readOnly: role === "reader",
    };
  });
  const { at, most, present, rate } = parts;
  const state = () => {
    if (at === null) return t("transitions.noCut");
    if (present) return t("transitions.exists");
    if (most <= 0) return t("transitions.noHandle");
    return t("transitions.length", { length: formatTimecode(most, rate) });
  };
  return (
    <div className={css["panel"]}>
      <PanelHeader title={t("transitions.title")} />
      <div className={css["transition"]}>
        <div className={css["crossfadePicture"]} aria-hidden>
          <span />
          <span />
        </div>
        <h3>{t("transitions.crossfade")}</h3>
        {at === null ? null : (
          <p className={css["where"]}>{t("transitions.at", { time: formatTimecode(at, rate) })}</p>
        )}
        <p className={css["noteText"]}>{state()}</p>
        <Button
          icon={<Blend size={16} strokeWidth={1.5} />}
          disabled={parts.readOnly || at === null || present}
          onClick={() => runCrossfade(env)}
        >
          {t(at !== null && !present && most <= 0 ? "makeRoom" : "transitions.add")}
        </Button>
      </div>
    </div>
  );
}
