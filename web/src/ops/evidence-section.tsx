"use client";
import type { EvidenceQuery, EvidenceRetention } from "@cutroom/contracts";
import { Fragment, useCallback, useState } from "react";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { useAnswer } from "../server/use-answer.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/text-field.tsx";
import { OpsSection } from "./ops-section.tsx";
import css from "./ops.module.css";
import own from "./review.module.css";
import { useOpsAction } from "./use-ops-action.ts";

const NOTE_MIN = 3;
const NOTE_MAX = 500;
const WHOLE = /^\d{1,4}$/u;

/** Two ages and a reason; what it costs is computed by the API, which refuses above the budget. */
function Change(props: {
  readonly held: EvidenceRetention;
  readonly onChanged: () => Promise<void>;
}) {
  const { held } = props;
  const t = useT("evidence");
  const api = useApi();
  const { busy, run } = useOpsAction();
  const [queryable, setQueryable] = useState(String(held.queryable_days));
  const [archive, setArchive] = useState(String(held.archive_days));
  const [note, setNote] = useState("");
  const isReady = WHOLE.test(queryable) && WHOLE.test(archive) && note.trim().length >= NOTE_MIN;
  const change = async () => {
    const { inferences_per_day, queries_per_day, version: base_version } = held;
    const body = {
      base_version,
      inferences_per_day,
      queries_per_day,
      queryable_days: Number(queryable),
      archive_days: Number(archive),
      note: note.trim(),
    };
    const done = await run(
      () => api.changeEvidenceRetention({ body }),
      () => t("changed"),
    );
    if (done) await props.onChanged();
  };
  return (
    <div className={own["decide"]}>
      <div className={own["pair"]}>
        <TextField
          label={t("queryableDays")}
          inputMode="numeric"
          value={queryable}
          onChange={setQueryable}
        />
        <TextField
          label={t("archiveDays")}
          inputMode="numeric"
          value={archive}
          onChange={setArchive}
        />
      </div>
      <TextField
        label={t("note")}
        hint={t("noteHint")}
        value={note}
        onChange={setNote}
        maxLength={NOTE_MAX}
      />
      <div className={css["buttons"]}>
        <Button busy={busy} disabled={!isReady} onClick={() => void change()}>
          {t("change")}
        </Button>
      </div>
    </div>
  );
}

function Costs({ held }: { readonly held: EvidenceRetention }) {
  const t = useT("evidence");
  const format = useFormatter();
  return (
    <dl className={css["facts"]}>
      {held.figures.map(({ name, value, digits, by }) => (
        <Fragment key={name}>
          <dt>{t(`figures.${name}`)}</dt>
          <dd title={by}>{format.number(value, { maximumFractionDigits: digits })}</dd>
        </Fragment>
      ))}
      <dt>{t("budget")}</dt>
      <dd>{format.number(held.budget_per_month)}</dd>
    </dl>
  );
}

/** How long evidence is kept and what that costs; a change is computed before it is made (G7). */
export function EvidenceRetentionSection() {
  const t = useT("evidence");
  const api = useApi();
  const answer = useAnswer<EvidenceRetention>(useCallback(() => api.getEvidenceRetention(), [api]));
  return (
    <OpsSection id="retention" title={t("retention")} intro={t("retentionIntro")} answer={answer}>
      {(held) => (
        <div className={own["one"]}>
          <Costs held={held} />
          <Change key={held.version} held={held} onChanged={answer.reload} />
        </div>
      )}
    </OpsSection>
  );
}

function Asked({ one }: { readonly one: EvidenceQuery }) {
  const t = useT("evidence");
  const format = useFormatter();
  const { at, actor, purpose, question, rows, size_bytes } = one;
  const wanted = Object.entries(question).map(([key, value]) => `${key}=${value}`);
  return (
    <li className={own["name"]} title={wanted.join(" ")}>
      {[
        format.dateTime(new Date(at), { dateStyle: "medium", timeStyle: "short" }),
        actor,
        t(`purposes.${purpose}`),
        t("given", { rows: String(rows), bytes: format.number(size_bytes) }),
        ...wanted,
      ].join(" · ")}
    </li>
  );
}

/** Who asked for evidence, and how much they were given: never changed (G7). */
export function EvidenceQuestions() {
  const t = useT("evidence");
  const api = useApi();
  const answer = useAnswer<{ readonly queries: readonly EvidenceQuery[] }>(
    useCallback(() => api.listEvidenceQueries(), [api]),
  );
  return (
    <OpsSection id="questions" title={t("questions")} intro={t("questionsIntro")} answer={answer}>
      {({ queries }) =>
        queries.length === 0 ? (
          <p className={css["note"]}>{t("noQuestions")}</p>
        ) : (
          <ol className={css["history"]}>
            {queries.map((one) => (
              <Asked key={one.id} one={one} />
            ))}
          </ol>
        )
      }
    </OpsSection>
  );
}
