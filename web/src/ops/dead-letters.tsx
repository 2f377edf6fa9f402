"use client";
import type { DeadLetter } from "@cutroom/contracts";
import { taskFailureCode } from "@cutroom/contracts";
import { useCallback } from "react";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { useAnswer } from "../server/use-answer.ts";
import { useNow } from "../start/use-now.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { OpsSection } from "./ops-section.tsx";
import css from "./ops.module.css";
import { useOpsAction } from "./use-ops-action.ts";

function Row(props: { readonly letter: DeadLetter; readonly onDone: () => Promise<void> }) {
  const { letter } = props;
  const t = useT("ops");
  const tFail = useT("failures");
  const api = useApi();
  const format = useFormatter();
  const now = useNow();
  const { busy, run } = useOpsAction();
  const cause = taskFailureCode.safeParse(letter.cause).data;
  const call = { params: { dead_letter_id: letter.id } };
  const redrive = async () => {
    if (
      await run(
        () => api.redriveDeadLetter(call),
        () => t("letters.redriven"),
      )
    ) {
      await props.onDone();
    }
  };
  const dismiss = async () => {
    if (
      await run(
        () => api.dismissDeadLetter(call),
        () => t("letters.dismissed"),
      )
    ) {
      await props.onDone();
    }
  };
  return (
    <tr>
      <th scope="row">
        <span className={css["subject"]}>{letter.task_id}</span>
      </th>
      <td title={letter.internal ?? undefined}>
        {cause === undefined ? letter.cause : tFail(`what.${cause}`)}
      </td>
      <td className={css["number"]}>{format.number(letter.attempts)}</td>
      <td>{format.relativeTime(new Date(letter.created_at), now)}</td>
      <td className={css["actions"]}>
        <div className={css["buttons"]}>
          <Button kind="quiet" busy={busy} onClick={() => void redrive()}>
            {t("letters.redrive")}
          </Button>
          <Button kind="quiet" busy={busy} onClick={() => void dismiss()}>
            {t("letters.dismiss")}
          </Button>
        </div>
      </td>
    </tr>
  );
}

/** Work that was given up; redriven or dismissed here. */
export function DeadLetters() {
  const t = useT("ops");
  const api = useApi();
  const answer = useAnswer<readonly DeadLetter[]>(
    useCallback(async () => {
      const listed = await api.listDeadLetters();
      return listed.ok ? { ok: true, value: listed.value.dead_letters } : listed;
    }, [api]),
  );
  return (
    <OpsSection id="letters" title={t("letters.title")} intro={t("letters.intro")} answer={answer}>
      {(letters) =>
        letters.length === 0 ? (
          <EmptyState title={t("letters.emptyTitle")} body={t("letters.emptyBody")} />
        ) : (
          <div className={css["scroll"]}>
            <table className={css["table"]}>
              <thead>
                <tr>
                  <th scope="col">{t("letters.columns.task")}</th>
                  <th scope="col">{t("letters.columns.cause")}</th>
                  <th scope="col" className={css["number"]}>
                    {t("letters.columns.attempts")}
                  </th>
                  <th scope="col">{t("letters.columns.age")}</th>
                  <td>
                    <span className="visually-hidden">{t("letters.columns.actions")}</span>
                  </td>
                </tr>
              </thead>
              <tbody>
                {letters.map((letter) => (
                  <Row key={letter.id} letter={letter} onDone={() => answer.reload()} />
                ))}
              </tbody>
            </table>
          </div>
        )
      }
    </OpsSection>
  );
}
