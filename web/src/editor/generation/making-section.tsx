"use client";
import { type MediaClip, type Take, takesOf } from "@cutroom/timeline";
import { ChevronLeft, ChevronRight, RotateCcw, Sparkles } from "lucide-react";
import { useRetryTask } from "../../exports/use-retry-task.ts";
import { AUTO_MODEL } from "@cutroom/contracts";
import { AskedModels } from "../../generate/asked-models.tsx";
import { rollSeed } from "../../generate/generate-choice.ts";
import { isStuck, makingOf } from "../../generate/making.ts";
import { useQueueAhead } from "../../generate/queue-store.ts";
import { useCancelTask } from "../../generate/use-cancel-task.ts";
import { useGenerate, useGenerationModels } from "../../generate/use-generate.ts";
import { useMakingText } from "../../generate/use-making-text.ts";
import { useProblemText } from "../../i18n/use-problem-text.ts";
import { useT } from "../../i18n/use-t.ts";
import { useAsset, useTasks } from "../../server/workspace.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { addTake, comingFile } from "../actions/place-generated.ts";
import { runPlan } from "../actions/run-plan.ts";
import { runCommand } from "../commands.ts";
import inspectorCss from "../inspector/inspector.module.css";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import css from "./making.module.css";

const ICON = { size: 16, strokeWidth: 1.5 } as const;

/** The newest task that made, or makes, this file. */
function useTaskOf(assetId: string) {
  const [task] = useTasks((one) => one.scene === "generate" && one.asset_id === assetId);
  return task;
}

/** How far the shown take is, why it is not there, and what can be done. */
function Status({ clip }: { readonly clip: MediaClip }) {
  const t = useT("generate");
  const text = useMakingText();
  const asset = useAsset(clip.assetId);
  const task = useTaskOf(clip.assetId);
  const { busy, retry } = useRetryTask();
  const cancel = useCancelTask();
  useQueueAhead((ahead) => (task === undefined ? 0 : ahead[task.id]));
  const making = makingOf(task, asset);
  if (making === null) return null;
  const ending = text.ending(making, task);
  const words = text.short({ ...making, percent: null }, task);
  return (
    <div className={css["status"]} data-testid="making" data-state={making.state}>
      {ending === null ? (
        <>
          <p>{words}</p>
          <ProgressBar label={words} percent={making.percent} />
        </>
      ) : (
        <p className={css["bad"]} role="alert">
          {ending}
        </p>
      )}
      {task?.can_retry === true ? (
        <Button busy={busy} icon={<RotateCcw {...ICON} />} onClick={() => void retry(task)}>
          {t("making.retry")}
        </Button>
      ) : null}
      {task === undefined || isStuck(making) ? null : (
        <Button disabled={making.state === "canceling"} onClick={() => void cancel(task)}>
          {t("cancel")}
        </Button>
      )}
    </div>
  );
}

/** One attempt: how it ended and what became of its credits. */
function Attempt(props: {
  readonly take: Take;
  readonly number: number;
  readonly shown: boolean;
  readonly disabled: boolean;
  readonly onUse: () => void;
}) {
  const t = useT("generate");
  const text = useMakingText();
  const { take, shown } = props;
  const asset = useAsset(take.assetId);
  const task = useTaskOf(take.assetId);
  const making = makingOf(task, asset);
  const state =
    making === null
      ? t(asset === undefined ? "making.unknown" : "making.ready")
      : text.short(making, task);
  const facts = [
    state,
    task === undefined ? null : text.credits(task),
    task?.generation?.seed === undefined
      ? null
      : t("making.seed", { seed: String(task.generation.seed) }),
  ];
  return (
    <li>
      <button
        type="button"
        className={classNames(css["take"], shown && css["shown"])}
        aria-pressed={shown}
        disabled={props.disabled}
        data-testid="take"
        onClick={props.onUse}
      >
        <span>{t("making.number", { at: props.number })}</span>
        <span className={css["facts"]}>{facts.filter((fact) => fact !== null).join(" · ")}</span>
      </button>
    </li>
  );
}

function Takes({ clip, takes }: { readonly clip: MediaClip; readonly takes: readonly Take[] }) {
  const t = useT("generate");
  const env = useEnv();
  const disabled = useEditor((state) => state.role === "reader");
  const at = takes.findIndex(({ assetId }) => assetId === clip.assetId);
  const use = (take: Take) =>
    runPlan(env, {
      ok: true,
      value: { label: "take", edits: [{ type: "use-take", clipId: clip.id, take }] },
    });
  return (
    <>
      {takes.length > 1 ? (
        <div className={css["stepper"]}>
          <span>{t("making.take", { at: at + 1, count: takes.length })}</span>
          <IconButton
            size="small"
            label={t("making.previous")}
            icon={<ChevronLeft {...ICON} className="mirrored" />}
            onClick={() => runCommand(env, "previous-take")}
          />
          <IconButton
            size="small"
            label={t("making.next")}
            icon={<ChevronRight {...ICON} className="mirrored" />}
            onClick={() => runCommand(env, "next-take")}
          />
        </div>
      ) : null}
      <ul className={css["takes"]} aria-label={t("making.takes")}>
        {takes.map((take, index) => (
          <Attempt
            key={take.assetId}
            take={take}
            number={index + 1}
            shown={take.assetId === clip.assetId}
            disabled={disabled}
            onUse={() => use(take)}
          />
        ))}
      </ul>
    </>
  );
}

/** The same words with another seed: new work at its own price, as a take of this clip (I5). */
function Again({ clip }: { readonly clip: MediaClip }) {
  const t = useT("generate");
  const env = useEnv();
  const problemText = useProblemText();
  const task = useTaskOf(clip.assetId);
  const { submit, busy, problem } = useGenerate();
  const models = useGenerationModels();
  const reader = useEditor((state) => state.role === "reader");
  const spec = task?.generation;
  if (spec === undefined || spec === null) return null;
  const isNamed = spec.auto === undefined;
  const price = models.find((model) => isNamed && model.name === spec.model)?.price;
  const again = async () => {
    // What was left to us is left to us again.
    const model = spec.auto === undefined ? spec.model : AUTO_MODEL;
    const { tasks } = await submit([{ ...spec, model, seed: rollSeed() }]);
    for (const made of tasks) {
      const file = comingFile(made, clip.name);
      if (file !== null) runPlan(env, addTake(clip.id, file));
    }
  };
  return (
    <>
      <Button
        busy={busy}
        disabled={reader}
        icon={<Sparkles {...ICON} />}
        onClick={() => void again()}
      >
        {price === undefined
          ? t("making.again")
          : t("making.againFor", {
              count: price.credits * Math.max(1, Math.ceil(spec.duration_ms / price.every_ms)),
            })}
      </Button>
      {problem === null ? null : (
        <p className={css["bad"]} role="alert">
          {problemText(problem)}
        </p>
      )}
    </>
  );
}

/** A clip that was made here: how far it is, its takes with their cost, and another one. */
export function MakingSection({ clip }: { readonly clip: MediaClip }) {
  const t = useT("generate");
  const asset = useAsset(clip.assetId);
  const task = useTaskOf(clip.assetId);
  const takes = takesOf(clip);
  const isMade = asset?.origin === "generated" || task !== undefined || takes.length > 1;
  if (!isMade) return null;
  return (
    <section className={inspectorCss["section"]} data-testid="making-section">
      <h3>{t("making.title")}</h3>
      <Status clip={clip} />
      {task === undefined ? null : <AskedModels task={task} />}
      <Takes clip={clip} takes={takes} />
      <Again clip={clip} />
    </section>
  );
}
