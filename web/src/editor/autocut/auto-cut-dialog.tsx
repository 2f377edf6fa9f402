"use client";
import { PACES, flicksToMs } from "@cutroom/timeline";
import { Dices, Wand } from "lucide-react";
import { useT } from "../../i18n/use-t.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatDuration } from "../../ui/format.ts";
import { Select } from "../../ui/select.tsx";
import { Slider } from "../../ui/slider.tsx";
import { notifyUndo } from "../../ui/toaster.tsx";
import { putAutoCut } from "../actions/put-auto-cut.ts";
import { runPlan, situationOf } from "../actions/run-plan.ts";
import { useEnv } from "../session/editor-context.tsx";
import css from "./autocut.module.css";
import { PictureChoice } from "./picture-choice.tsx";
import { ShotStrip } from "./shot-strip.tsx";
import { LENGTH_S, useAutoCut } from "./use-auto-cut.ts";

const NO_MUSIC = "none";

type AutoCut = ReturnType<typeof useAutoCut>;

function Settings({ cut }: { readonly cut: AutoCut }) {
  const t = useT("editor");
  const { choice, setChoice, songs } = cut;
  return (
    <div className={css["settings"]}>
      <Select<string>
        label={t("autocut.music")}
        value={choice.musicId ?? NO_MUSIC}
        onChange={(id) => setChoice({ ...choice, musicId: id === NO_MUSIC ? null : id })}
        options={[
          { value: NO_MUSIC, label: t("autocut.noMusic") },
          ...songs.map(({ id, name, facts }) => {
            const bpm = facts?.analysis?.tempoBpm ?? null;
            const hint =
              bpm === null ? t("autocut.noBeat") : t("autocut.bpm", { bpm: Math.round(bpm) });
            return { value: id, label: name, hint };
          }),
        ]}
      />
      <Select
        label={t("autocut.pace")}
        value={choice.pace}
        onChange={(pace) => setChoice({ ...choice, pace })}
        options={PACES.map((value) => ({ value, label: t(`autocut.paces.${value}`) }))}
      />
      <div className={css["length"]}>
        <span>{t("autocut.length")}</span>
        <span className={css["figure"]}>{formatDuration(choice.lengthS * 1_000)}</span>
        <Slider
          label={t("autocut.length")}
          value={choice.lengthS}
          min={LENGTH_S.min}
          max={LENGTH_S.max}
          step={5}
          defaultValue={LENGTH_S.usual}
          onChange={(lengthS) => setChoice({ ...choice, lengthS })}
        />
      </div>
    </div>
  );
}

/** Puts a cut down and offers the next one, in whose place it goes. */
function usePutCut(cut: AutoCut) {
  const t = useT("editor");
  const env = useEnv();
  const put = (seed: number): boolean => {
    const planned = cut.plan(seed);
    if (!planned.ok) return false;
    const shots = planned.value;
    if (!runPlan(env, putAutoCut(situationOf(env), { shots, music: cut.song }))) return false;
    notifyUndo(t("autocut.done", { count: shots.length }), {
      label: t("autocut.again"),
      run: () => {
        const { journal, undo } = env.store.getState();
        // Something was done since: the cut stays, and the next one goes behind it.
        if (journal.history.past.at(-1)?.label === "auto-cut") undo();
        put(seed + 1);
      },
    });
    return true;
  };
  return put;
}

function AutoCutForm({ onClose }: { readonly onClose: () => void }) {
  const t = useT("editor");
  const tUi = useT("ui");
  const env = useEnv();
  const cut = useAutoCut();
  const put = usePutCut(cut);
  const { choice, setChoice } = cut;
  const planned = cut.plan(choice.seed);
  const shots = planned.ok ? planned.value : [];
  const lastShot = shots.at(-1);
  const lengthMs = lastShot === undefined ? 0 : flicksToMs(lastShot.start + lastShot.duration);
  const none = cut.pictures.length === 0;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="large"
      title={t("autocut.title")}
      description={t("autocut.text")}
      footer={
        <>
          <Button onClick={onClose}>{tUi("actions.cancel")}</Button>
          <Button
            icon={<Dices size={14} strokeWidth={1.5} />}
            disabled={!planned.ok}
            onClick={() => setChoice({ ...choice, seed: choice.seed + 1 })}
          >
            {t("autocut.again")}
          </Button>
          <Button
            kind="primary"
            disabled={!planned.ok}
            onClick={() => {
              if (put(choice.seed)) onClose();
            }}
          >
            {t("autocut.put")}
          </Button>
        </>
      }
    >
      {none ? (
        <EmptyState
          icon={<Wand size={20} strokeWidth={1.5} />}
          title={t("autocut.emptyTitle")}
          body={t("autocut.emptyBody")}
        />
      ) : (
        <>
          <PictureChoice
            pictures={cut.pictures}
            chosen={choice.assetIds}
            onChange={(assetIds) => setChoice({ ...choice, assetIds })}
          />
          <Settings cut={cut} />
          <p className={css["summary"]} role="status">
            {planned.ok
              ? t("autocut.summary", { count: shots.length, length: formatDuration(lengthMs) })
              : t(
                  `autocut.problem.${planned.failure.code === "autocut.no-picture" ? "none" : "short"}`,
                )}
          </p>
          <ShotStrip shots={shots} assetOf={env.assetOf} />
        </>
      )}
    </Dialog>
  );
}

/** From files and music to a cut on the timeline that can be changed like any other. */
export function AutoCutDialog(props: { readonly open: boolean; readonly onClose: () => void }) {
  return props.open ? <AutoCutForm onClose={props.onClose} /> : null;
}
