"use client";
import type { Task } from "@cutroom/contracts";
import { formatTimecode } from "@cutroom/timeline";
import { Sparkles } from "lucide-react";
import { useState } from "react";
import { nearestRatio } from "../../generate/generate-choice.ts";
import { GenerateForm } from "../../generate/generate-form.tsx";
import generateCss from "../../generate/generate.module.css";
import { GenerationRows } from "../../generate/generation-rows.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useAssets } from "../../server/workspace.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PanelHeader } from "../../ui/panel-header.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { comingFile, isOpen, placeGenerated } from "../actions/place-generated.ts";
import { runPlan, situationOf } from "../actions/run-plan.ts";
import makingCss from "../generation/making.module.css";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import { useTrackLabel } from "../timeline/track-label.ts";
import { AssetCard } from "./asset-card.tsx";
import css from "./panels.module.css";

/** Where the clip goes: the gap that was chosen, the playhead, or the library alone. */
function Goal(props: { readonly on: boolean; readonly onChange: (on: boolean) => void }) {
  const t = useT("generate");
  const env = useEnv();
  const gap = useEditor((state) => state.gap);
  const document = useEditor((state) => state.journal.document);
  const trackLabel = useTrackLabel();
  const track = gap === null ? undefined : document.tracks[gap.trackId];
  if (gap === null || track === undefined) {
    return <Switch label={t("onTimeline")} checked={props.on} onChange={props.onChange} />;
  }
  const open = isOpen(gap);
  const length = open ? "" : formatTimecode(gap.durationFlicks, document.settings.rate);
  return (
    <div className={makingCss["goal"]} data-testid="chosen-gap">
      <p>{t(open ? "behind" : "inGap", { track: trackLabel(track), length })}</p>
      <Button kind="quiet" onClick={() => env.store.getState().chooseGap(null)}>
        {t("inGapClear")}
      </Button>
    </div>
  );
}

/** The pictures that the clip begins and ends with, and a choice among those of the library. */
function Frames() {
  const t = useT("generate");
  const env = useEnv();
  const frames = useEditor((state) => state.frames);
  const assets = useAssets();
  const { chooseFrames } = env.store.getState();
  const nameOf = (id: string) => env.assetOf(id)?.name ?? t("making.unknown");
  if (frames !== null && (frames.first.atMs !== null || frames.last !== null)) {
    return (
      <div className={makingCss["goal"]} data-testid="frames">
        <p>{t(`frames.${frames.mode}`, { name: nameOf(frames.first.assetId) })}</p>
        {frames.last === null ? null : (
          <p>{t("frames.last", { name: nameOf(frames.last.assetId) })}</p>
        )}
        <Button kind="quiet" onClick={() => chooseFrames(null)}>
          {t("frames.clear")}
        </Button>
      </div>
    );
  }
  const pictures = assets.filter((one) => one.facts?.kind === "image" && one.state === "READY");
  if (pictures.length === 0 && frames === null) return null;
  return (
    <Select
      label={t("frames.pick")}
      value={frames?.first.assetId ?? ""}
      options={[
        { value: "", label: t("frames.none") },
        ...pictures.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(assetId) =>
        chooseFrames(
          assetId === "" ? null : { mode: "image", first: { assetId, atMs: null }, last: null },
        )
      }
    />
  );
}

/** Clips from words: the form, what is being made, and what has been. */
export function GeneratePanel() {
  const t = useT("generate");
  const env = useEnv();
  const [onTimeline, setOnTimeline] = useState(true);
  const reader = useEditor((state) => state.role === "reader");
  const made = useAssets().filter((asset) => asset.origin === "generated");
  const { settings } = env.store.getState().journal.document;
  const frames = useEditor((state) => state.frames);
  const place = (tasks: readonly Task[]) => {
    const { gap, chooseGap, chooseFrames } = env.store.getState();
    chooseFrames(null);
    if (!onTimeline && gap === null) return;
    const files = tasks.flatMap((task) => {
      const name = env.assetOf(task.asset_id ?? "")?.name ?? task.generation?.prompt ?? "";
      return comingFile(task, name) ?? [];
    });
    if (runPlan(env, placeGenerated(situationOf(env), files, gap))) chooseGap(null);
  };
  return (
    <div className={css["panel"]}>
      <PanelHeader title={t("title")} />
      <div className={`${css["scroll"]} ${generateCss["overFoot"]}`}>
        <div className={generateCss["panelBody"]}>
          <GenerateForm ratio={nearestRatio(settings)} frames={frames} onStarted={place}>
            <Frames />
            {reader ? null : <Goal on={onTimeline} onChange={setOnTimeline} />}
          </GenerateForm>
          <GenerationRows />
          {made.length === 0 ? (
            <EmptyState
              icon={<Sparkles size={16} strokeWidth={1.5} />}
              title={t("emptyTitle")}
              body={t("emptyBody")}
            />
          ) : (
            <ul className={css["cards"]} aria-label={t("results")} data-testid="generated">
              {made.map((asset) => (
                <AssetCard key={asset.id} asset={asset} order={made.map(({ id }) => id)} />
              ))}
            </ul>
          )}
        </div>
      </div>
    </div>
  );
}
