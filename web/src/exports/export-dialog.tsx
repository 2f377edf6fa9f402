"use client";
import type { ProblemBody, Task } from "@cutroom/contracts";
import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { isSettled } from "../server/task-state.ts";
import { receiveTasks, useTask } from "../server/workspace.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { notifyFailure } from "../ui/toaster.tsx";
import { type ExportChoice, type OpenFilm, defaultChoice, specOf } from "./export-choice.ts";
import css from "./export-dialog.module.css";
import type { AiLabelChoice } from "./ai-label-switch.tsx";
import { ExportForm } from "./export-form.tsx";
import { ExportProgress } from "./export-progress.tsx";
import { ExportResult } from "./export-result.tsx";
import { useDownload } from "./use-download.ts";
import { useRetryTask } from "./use-retry-task.ts";
import { useEstimate } from "./use-estimate.ts";
import { useSubmitExport } from "./use-submit-export.ts";
import { useTaskText } from "./use-task-text.ts";

export interface ExportDialogProps {
  readonly projectId: string;
  /** The newest saved revision, for the estimate. */
  readonly revision: number;
  readonly projectName: string;
  readonly film: OpenFilm;
  readonly aiLabel: AiLabelChoice;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Saves what is not saved yet and gives the revision to export; null when it could not. */
  readonly beforeSubmit: () => Promise<number | null>;
}

/** Asks a running export to stop; says so when that is no longer possible. */
export function useCancelTask() {
  const api = useApi();
  const problemText = useProblemText();
  return async (taskId: string) => {
    const answer = await api.cancelTask({ params: { task_id: taskId } });
    if (answer.ok) receiveTasks([answer.value]);
    else notifyFailure(problemText(answer.failure));
  };
}

function ChoosingFooter(props: {
  readonly busy: boolean;
  readonly refused: boolean;
  readonly again: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}) {
  const t = useT("exports");
  const tUi = useT("ui");
  return (
    <>
      <Button onClick={props.onClose}>{tUi("actions.cancel")}</Button>
      <Button kind="primary" busy={props.busy} disabled={props.refused} onClick={props.onSubmit}>
        {t(props.again ? "dialog.tryAgain" : "dialog.submit")}
      </Button>
    </>
  );
}

function RunningFooter(props: { readonly task: Task; readonly onClose: () => void }) {
  const t = useT("exports");
  const tUi = useT("ui");
  const cancel = useCancelTask();
  return (
    <>
      <Button
        kind="quiet"
        disabled={props.task.cancel_requested_at !== null}
        onClick={() => void cancel(props.task.id)}
      >
        {t("actions.cancel")}
      </Button>
      <Button onClick={props.onClose}>{tUi("actions.close")}</Button>
    </>
  );
}

function DoneFooter(props: { readonly task: Task; readonly onAgain: () => void }) {
  const t = useT("exports");
  const tUi = useT("ui");
  const { busy, download } = useDownload();
  const retrying = useRetryTask();
  const { task } = props;
  const succeeded = task.state === "SUCCEEDED";
  const chooses = succeeded || task.can_retry;
  return (
    <>
      <Button kind={chooses ? "secondary" : "primary"} onClick={props.onAgain}>
        {t(chooses ? "dialog.another" : "dialog.tryAgain")}
      </Button>
      {task.can_retry ? (
        <Button kind="primary" busy={retrying.busy} onClick={() => void retrying.retry(task)}>
          {t("dialog.tryAgain")}
        </Button>
      ) : null}
      {succeeded ? (
        <Button
          kind="primary"
          busy={busy}
          icon={<Download size={14} strokeWidth={2} />}
          onClick={() => void download(props.task.id)}
        >
          {tUi("actions.download")}
        </Button>
      ) : null}
    </>
  );
}

function Refusal({ problem }: { readonly problem: ProblemBody | null }) {
  const problemText = useProblemText();
  if (problem === null) return null;
  return (
    <p role="alert" className={css["problem"]}>
      {problemText(problem)}
    </p>
  );
}

function FailedBody({ task }: { readonly task: Task }) {
  const text = useTaskText();
  return (
    <div role="alert" className={css["failed"]}>
      <p className={css["stage"]}>{text.state(task)}</p>
      <p>{text.failure(task)}</p>
      <p className={css["note"]}>{text.credits(task)}</p>
    </div>
  );
}

/** A name in its own direction inside a sentence of another one (U+2068, U+2069). */
const isolated = (name: string) => `\u2068${name}\u2069`;

/** What the choice comes to; the same object as long as nothing of it changes. */
function useSpec(choice: ExportChoice, { playhead, marks }: OpenFilm) {
  // Only a still depends on where the playhead is.
  const frame = choice.format === "png" ? playhead : 0;
  return useMemo(() => specOf(choice, { playhead: frame, marks }), [choice, frame, marks]);
}

/** From the choice to the shared file, in one dialog. Closing it leaves a running export alone. */
export function ExportDialog(props: ExportDialogProps) {
  const t = useT("exports");
  const [choice, setChoice] = useState<ExportChoice>(defaultChoice);
  const [taskId, setTaskId] = useState<string | null>(null);
  const task = useTask(taskId);
  const submitting = useSubmitExport();
  const spec = useSpec(choice, props.film);
  const choosing = task === undefined;
  const asked = { projectId: props.projectId, revision: props.revision, spec };
  const estimate = useEstimate(asked, props.open && choosing);

  const change = (next: ExportChoice) => {
    submitting.reset();
    setChoice(next);
  };
  const label = (shown: boolean) => {
    submitting.reset();
    props.aiLabel.onChange(shown);
  };
  const submit = async () => {
    const { projectId, beforeSubmit, aiLabel } = props;
    const id = await submitting.submit({
      projectId,
      spec: specOf(choice, props.film, aiLabel.shown),
      beforeSubmit,
    });
    if (id !== null) setTaskId(id);
  };
  const close = () => props.onOpenChange(false);
  const name = isolated(props.projectName);

  const footer = choosing ? (
    <ChoosingFooter
      busy={submitting.busy}
      refused={estimate.status === "refused"}
      again={submitting.problem !== null}
      onSubmit={() => void submit()}
      onClose={close}
    />
  ) : isSettled(task) ? (
    <DoneFooter task={task} onAgain={() => setTaskId(null)} />
  ) : (
    <RunningFooter task={task} onClose={close} />
  );

  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      size={task?.state === "SUCCEEDED" ? "large" : "normal"}
      title={<span title={props.projectName}>{t("dialog.title", { name })}</span>}
      footer={footer}
    >
      {choosing ? (
        <ExportForm
          choice={choice}
          onChange={change}
          film={props.film}
          aiLabel={{ ...props.aiLabel, onChange: label }}
          estimate={estimate}
          disabled={submitting.busy}
        />
      ) : task.state === "SUCCEEDED" ? (
        <ExportResult task={task} />
      ) : isSettled(task) ? (
        <FailedBody task={task} />
      ) : (
        <ExportProgress task={task} />
      )}
      <Refusal problem={submitting.problem} />
    </Dialog>
  );
}
