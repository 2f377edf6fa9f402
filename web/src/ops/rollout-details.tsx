"use client";
import type { PolicyRollout } from "@cutroom/contracts";
import { useRef, useState } from "react";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Select } from "../ui/select.tsx";
import { TextField } from "../ui/text-field.tsx";
import { EvaluateRollout } from "./evaluate-rollout.tsx";
import css from "./ops.module.css";
import own from "./review.module.css";
import { useLetterKeys } from "./review-keys.ts";
import { useOpsAction } from "./use-ops-action.ts";

const NOTE_MIN = 3;
const NOTE_MAX = 500;
const STAGES = [1, 10, 50, 100] as const;
type Stage = (typeof STAGES)[number];
const MOVES = {
  DRAFT: ["rollback", "shadow", "canary"],
  SHADOW: ["rollback", "canary"],
  CANARY: ["rollback", "widen", "promote"],
  PROMOTED: ["rollback"],
  ROLLED_BACK: [],
} as const;
type Move = (typeof MOVES)[keyof typeof MOVES][number];
const KEYS = { capacity: "C", note: "N" } as const;
const TONES = {
  DRAFT: "neutral",
  SHADOW: "neutral",
  CANARY: "warn",
  PROMOTED: "good",
  ROLLED_BACK: "neutral",
} as const;

function Matrix({ rows }: { readonly rows: NonNullable<PolicyRollout["matrix"]> }) {
  const t = useT("models");
  const format = useFormatter();
  const number = (value: number) => format.number(value, { maximumFractionDigits: 1 });
  return (
    <div className={css["scroll"]}>
      <table className={css["table"]}>
        <thead>
          <tr>
            {(["stage", "recompute", "demand", "capacity", "backlog", "after"] as const).map(
              (name) => (
                <th key={name} scope="col" className={name === "stage" ? "" : css["number"]}>
                  {t(`matrix.${name}`)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.mode}/${row.percent}`}>
              <th scope="row">
                {row.mode === "shadow"
                  ? t("matrix.shadow")
                  : t("matrix.canary", { percent: String(row.percent) })}
              </th>
              <td className={css["number"]}>{number(row.recompute)}</td>
              <td className={css["number"]}>{number(row.demand_per_s)}</td>
              <td className={css["number"]}>{number(row.capacity_per_s)}</td>
              <td className={css["number"]} data-over={row.backlog_per_s > 0 || undefined}>
                {number(row.backlog_per_s)}
              </td>
              <td className={css["number"]}>{number(row.curve.at(-1) ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Every move that its state has, with a reason. */
function Moves(props: { readonly rollout: PolicyRollout; readonly onDone: () => Promise<void> }) {
  const { rollout, onDone } = props;
  const t = useT("models");
  const api = useApi();
  const noteField = useRef<HTMLDivElement>(null);
  const { busy, run } = useOpsAction();
  const [note, setNote] = useState("");
  const [percent, setPercent] = useState<Stage>(
    STAGES.find((stage) => rollout.state === "CANARY" && stage === rollout.percent) ?? 1,
  );
  const params = { rollout_id: rollout.id };
  const base_version = rollout.version;
  const act = async (ask: Parameters<typeof run<PolicyRollout>>[0], said: string) => {
    if (await run(ask, () => said)) await onDone();
  };
  const compute = () =>
    act(() => api.computeCapacity({ params, body: { base_version } }), t("computed"));
  const move = (event: Move) =>
    act(
      () => api.moveRollout({ params, body: { base_version, event, percent, note: note.trim() } }),
      t(`done.${event}`),
    );
  const isDraft = rollout.state === "DRAFT";
  useLetterKeys(KEYS, {
    capacity: () => (busy || !isDraft ? undefined : void compute()),
    note: () => {
      requestAnimationFrame(() => noteField.current?.querySelector("input")?.focus());
    },
  });
  if (MOVES[rollout.state].length === 0) return null;
  return (
    <div className={own["decide"]}>
      <div ref={noteField} className={own["pair"]}>
        <TextField
          label={t("columns.note")}
          hint={t("noteHint")}
          value={note}
          onChange={setNote}
          maxLength={NOTE_MAX}
        />
        <Select<Stage>
          label={t("stage")}
          value={percent}
          onChange={setPercent}
          options={STAGES.map((value) => ({ value, label: `${value} %` }))}
        />
      </div>
      <p className={css["note"]}>{t(isDraft ? "draftKeys" : "keys", KEYS)}</p>
      <div className={css["buttons"]}>
        {isDraft ? (
          <Button busy={busy} onClick={() => void compute()}>
            {t("compute")}
          </Button>
        ) : null}
        {MOVES[rollout.state].map((event) => (
          <Button
            key={event}
            kind={event === "promote" ? "primary" : "secondary"}
            busy={busy}
            disabled={note.trim().length < NOTE_MIN}
            onClick={() => void move(event)}
          >
            {t(`moves.${event}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** One rollout: where it is, what it asks of those who judge, and how well its candidate does. */
export function RolloutDetails(props: {
  readonly rollout: PolicyRollout;
  readonly onDone: () => Promise<void>;
}) {
  const { rollout, onDone } = props;
  const t = useT("models");
  const { state, matrix, candidate, previous, percent } = rollout;
  return (
    <section className={css["details"]} aria-label={candidate}>
      <p className={own["name"]} title={`${candidate} / ${previous}`}>
        <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>{" "}
        {t("replaces", { candidate, previous })}
        {percent > 0 ? ` · ${t("traffic", { percent: String(percent) })}` : ""}
        {` · ${t(`buckets.${rollout.bucket_by}`)}`}
      </p>
      <h3>{t("matrix.title")}</h3>
      {matrix === null ? <p className={css["note"]}>{t("matrix.none")}</p> : null}
      {matrix === null ? null : <Matrix rows={matrix} />}
      <EvaluateRollout rollout={rollout} onDone={onDone} />
      <Moves key={rollout.version} rollout={rollout} onDone={onDone} />
    </section>
  );
}
