"use client";
import type { CostRow, HeldUser, RiskRecord } from "@cutroom/contracts";
import { useCallback, useState } from "react";
import { CostTable } from "../account/cost-table.tsx";
import { useReasons } from "../account/use-reasons.ts";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { useAnswer } from "../server/use-answer.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { TextField } from "../ui/text-field.tsx";
import css from "./ops.module.css";
import { useOpsAction } from "./use-ops-action.ts";

const REASON_MIN = 3;
const REASON_MAX = 500;

/** Whom the dialog is about. */
export interface Person {
  readonly tenant_id: string;
  readonly user_id: string;
  readonly user_name: string;
  readonly email: string;
}

interface Known {
  readonly user: HeldUser;
  readonly history: readonly RiskRecord[];
}

const paramsOf = ({ tenant_id, user_id }: Person) => ({ tenant_id, user_id });

function useWhen() {
  const format = useFormatter();
  return (at: string) => format.dateTime(new Date(at), { dateStyle: "medium", timeStyle: "short" });
}

/** Who did it: the rules, the person, or an operator by their address. */
function useActor(of: Person) {
  const t = useT("risk");
  return (actor: string) => {
    if (actor === "rule") return t("ops.rule");
    return actor === of.user_id ? t("ops.themselves") : actor;
  };
}

function History({ of, lines }: { readonly of: Person; readonly lines: readonly RiskRecord[] }) {
  const t = useT("risk");
  const when = useWhen();
  const actor = useActor(of);
  const reasons = useReasons();
  return (
    <div>
      <h3>{t("ops.history")}</h3>
      {lines.length === 0 ? <p className={css["note"]}>{t("ops.noHistory")}</p> : null}
      <ol className={css["history"]}>
        {lines.map((line) => (
          <li key={line.id}>
            {[
              when(line.at),
              t(`ops.actions.${line.action}`),
              actor(line.actor),
              ...(line.reasons.length === 0 ? [] : [reasons(line.reasons)]),
              ...(line.score === null ? [] : [t("ops.score", { count: String(line.score) })]),
              ...(line.note === null ? [] : [line.note]),
            ].join(" · ")}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Costs({ of }: { readonly of: Person }) {
  const t = useT("risk");
  const tCosts = useT("costs");
  const api = useApi();
  const problemText = useProblemText();
  const { tenant_id, user_id } = of;
  const answer = useAnswer<{ readonly rows: readonly CostRow[] }>(
    useCallback(
      () => api.listTenantCost({ params: { tenant_id }, query: { user_id, by: "day" } }),
      [api, tenant_id, user_id],
    ),
  );
  const { value, problem, reload } = answer;
  return (
    <div>
      <h3>{t("ops.costs")}</h3>
      {problem === null ? null : <ErrorState body={problemText(problem)} onRetry={reload} />}
      {value === null && problem === null ? <Skeleton height={28} /> : null}
      {value?.rows.length === 0 ? <p className={css["note"]}>{tCosts("emptyTitle")}</p> : null}
      {value === null || value.rows.length === 0 ? null : <CostTable rows={value.rows} by="day" />}
    </div>
  );
}

/** What can be done about this person as they stand; each needs a reason. */
function Decide(props: { readonly user: HeldUser; readonly onDone: () => Promise<void> }) {
  const { user } = props;
  const t = useT("risk");
  const api = useApi();
  const { busy, run } = useOpsAction();
  const [reason, setReason] = useState("");
  const { appeal, standing } = user;
  const text = reason.trim();
  const params = paramsOf(user);
  const lift = () =>
    run(
      () => api.liftUser({ params, body: { reason: text } }),
      () => t("ops.done.lift"),
    );
  const freeze = () =>
    run(
      () => api.freezeUser({ params, body: { reason: text } }),
      () => t("ops.done.freeze"),
    );
  const answer = (granted: boolean) =>
    run(
      () =>
        api.answerRiskAppeal({
          params: { appeal_id: appeal?.id ?? "" },
          body: { granted, answer: text },
        }),
      () => t(granted ? "ops.done.grant" : "ops.done.refuse"),
    );
  const act = async (decide: () => Promise<boolean>) => {
    if (!(await decide())) return;
    setReason("");
    await props.onDone();
  };
  const button = (label: string, decide: () => Promise<boolean>, kind?: "primary") => (
    <Button
      kind={kind ?? "secondary"}
      busy={busy}
      disabled={text.length < REASON_MIN}
      onClick={() => void act(decide)}
    >
      {label}
    </Button>
  );
  return (
    <div className={css["details"]}>
      <TextField
        label={t("ops.reason")}
        hint={t("ops.reasonHint")}
        value={reason}
        onChange={setReason}
        rows={2}
        maxLength={REASON_MAX}
      />
      <div className={css["buttons"]}>
        {standing.state === "frozen" ? null : button(t("ops.freeze"), freeze)}
        {standing.state === "clear" || appeal !== null ? null : button(t("ops.lift"), lift)}
        {appeal === null ? null : button(t("ops.refuse"), () => answer(false))}
        {appeal === null ? null : button(t("ops.grant"), () => answer(true), "primary")}
      </div>
    </div>
  );
}

function Details(props: { readonly known: Known; readonly onDone: () => Promise<void> }) {
  const { known } = props;
  const t = useT("risk");
  const when = useWhen();
  const reasons = useReasons();
  const { standing, appeal } = known.user;
  return (
    <>
      <p>
        {t(`states.${standing.state}`)}
        {standing.state === "clear" ? null : ` · ${reasons(standing.reasons)}`}
      </p>
      {appeal === null ? null : (
        <div>
          <h3>{t("ops.appealText", { date: when(appeal.created_at) })}</h3>
          <p className={css["words"]}>{appeal.words}</p>
        </div>
      )}
      <Decide user={known.user} onDone={props.onDone} />
      <History of={known.user} lines={known.history} />
      <Costs of={known.user} />
    </>
  );
}

/** One person: how they stand, their appeal, what was decided before and what they cost. */
export function RiskDialog(props: {
  readonly of: Person;
  readonly onClose: () => void;
  readonly onDecided: () => Promise<void>;
}) {
  const { of } = props;
  const api = useApi();
  const problemText = useProblemText();
  const { tenant_id, user_id } = of;
  const answer = useAnswer<Known>(
    useCallback(
      () => api.getRiskUser({ params: { tenant_id, user_id } }),
      [api, tenant_id, user_id],
    ),
  );
  const { value, problem, reload } = answer;
  const done = async () => {
    await Promise.all([reload(), props.onDecided()]);
  };
  return (
    <Dialog open size="large" title={`${of.user_name} · ${of.email}`} onOpenChange={props.onClose}>
      <div className={css["details"]}>
        {problem === null ? null : <ErrorState body={problemText(problem)} onRetry={reload} />}
        {value === null && problem === null ? <Skeleton height={120} /> : null}
        {value === null ? null : <Details known={value} onDone={done} />}
      </div>
    </Dialog>
  );
}
