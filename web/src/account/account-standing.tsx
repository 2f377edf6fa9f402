"use client";
import type { RiskAppeal, Standing } from "@cutroom/contracts";
import { useCallback, useState } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { loadSession } from "../server/session.ts";
import { type Answer, useAnswer } from "../server/use-answer.ts";
import { Button } from "../ui/button.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { TextField } from "../ui/text-field.tsx";
import { notify, notifyFailure } from "../ui/toaster.tsx";
import page from "./account-page.module.css";
import css from "./account-standing.module.css";
import { solveChallenge } from "./solve-challenge.ts";
import { useReasons } from "./use-reasons.ts";

/** The API asks for as many. */
const WORDS_MIN = 10;
const WORDS_MAX = 2_000;

interface Appeals {
  readonly appeals: readonly RiskAppeal[];
}

/** Solves the challenge of the grey list, and tells how it went. */
function Confirm() {
  const t = useT("risk");
  const api = useApi();
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    const asked = await api.createRiskChallenge();
    const solution = asked.ok ? await solveChallenge(asked.value.challenge) : null;
    if (!asked.ok) notifyFailure(problemText(asked.failure));
    else if (solution === null) notifyFailure(t("grey.failed"));
    else {
      const solved = await api.solveRiskChallenge({ body: { solution } });
      if (solved.ok) notify(t("grey.done"));
      else notifyFailure(problemText(solved.failure));
    }
    await loadSession(api);
    setBusy(false);
  };
  return (
    <>
      <p className={css["note"]}>{t(busy ? "grey.solving" : "grey.body")}</p>
      <Button kind="primary" busy={busy} onClick={() => void confirm()}>
        {t("grey.confirm")}
      </Button>
    </>
  );
}

function AppealForm({ onSent }: { readonly onSent: (sent: RiskAppeal) => void }) {
  const t = useT("risk");
  const api = useApi();
  const problemText = useProblemText();
  const [words, setWords] = useState("");
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    const answer = await api.createRiskAppeal({ body: { words: words.trim() } });
    setBusy(false);
    if (!answer.ok) {
      notifyFailure(problemText(answer.failure));
      return;
    }
    setWords("");
    onSent(answer.value);
    notify(t("appeal.sent"));
  };
  return (
    <div className={css["form"]}>
      <h3>{t("appeal.title")}</h3>
      <TextField
        label={t("appeal.label")}
        hint={t("appeal.hint", { count: String(WORDS_MIN) })}
        value={words}
        onChange={setWords}
        rows={4}
        maxLength={WORDS_MAX}
      />
      <Button busy={busy} disabled={words.trim().length < WORDS_MIN} onClick={() => void send()}>
        {t("appeal.send")}
      </Button>
    </div>
  );
}

function AppealList({ appeals }: Appeals) {
  const t = useT("risk");
  const format = useFormatter();
  const date = (at: string) =>
    format.dateTime(new Date(at), { dateStyle: "medium", timeStyle: "short" });
  return (
    <ul className={css["appeals"]}>
      {appeals.map((one) => (
        <li key={one.id}>
          <p className={css["note"]}>
            {t("appeal.of", { date: date(one.created_at) })} · {t(`appeal.states.${one.state}`)}
          </p>
          <p className={css["words"]}>{one.words}</p>
          {one.answer === null ? null : (
            <p className={css["words"]}>{t("appeal.answer", { text: one.answer })}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Held({
  standing,
  answer,
}: {
  readonly standing: Standing;
  readonly answer: Answer<Appeals>;
}) {
  const t = useT("risk");
  const format = useFormatter();
  const reasons = useReasons();
  const { state, reference } = standing;
  const since = new Date(standing.since ?? Number.NaN);
  const isOpen = answer.value?.appeals.some((one) => one.state === "OPEN") ?? true;
  const add = (sent: RiskAppeal) =>
    answer.change(({ appeals }) => ({ appeals: [sent, ...appeals] }));
  return (
    <>
      <div>
        <p>
          <strong>{t(`states.${state}`)}</strong>
        </p>
        <p>{t("why", { reasons: reasons(standing.reasons) })}</p>
      </div>
      {state === "grey" ? <Confirm /> : <p className={css["note"]}>{t("frozen.body")}</p>}
      {isOpen ? null : <AppealForm onSent={add} />}
      <p className={css["note"]}>
        {t("since", {
          date: format.dateTime(since, { dateStyle: "medium", timeStyle: "short" }),
          reference,
        })}
      </p>
    </>
  );
}

/** What is held against this account and what its owner can do; nothing while all is well. */
export function AccountStanding({ standing }: { readonly standing: Standing }) {
  const t = useT("risk");
  const api = useApi();
  const problemText = useProblemText();
  const answer = useAnswer<Appeals>(useCallback(() => api.listRiskAppeals(), [api]));
  const { value, problem, reload } = answer;
  const appeals = value?.appeals ?? [];
  if (standing.state === "clear" && appeals.length === 0) return null;
  return (
    <section className={page["section"]} aria-labelledby="standing">
      <h2 id="standing">{t("title")}</h2>
      <div className={css["standing"]}>
        {standing.state === "clear" ? <p>{t("states.clear")}</p> : null}
        {standing.state === "clear" ? null : <Held standing={standing} answer={answer} />}
        {problem === null ? null : <ErrorState body={problemText(problem)} onRetry={reload} />}
        <AppealList appeals={appeals} />
      </div>
    </section>
  );
}
