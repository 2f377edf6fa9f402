"use client";
import type { ReconciliationBreak } from "@cutroom/contracts";
import { useState } from "react";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/text-field.tsx";
import css from "./ops.module.css";
import { useOpsAction } from "./use-ops-action.ts";

const NOTE_MIN = 3;
const NOTE_MAX = 500;

function Facts({ of }: { readonly of: ReconciliationBreak }) {
  const t = useT("ops");
  const facts = { tenant: of.tenant_id, task: of.task_id, ...of.facts };
  return (
    <div>
      <h3>{t("breaks.facts")}</h3>
      <dl className={css["facts"]}>
        {Object.entries(facts).flatMap(([name, value]) => [
          <dt key={`${name}-name`}>{name}</dt>,
          <dd key={name}>{value ?? t("breaks.nothing")}</dd>,
        ])}
      </dl>
    </div>
  );
}

function History({ of }: { readonly of: ReconciliationBreak }) {
  const t = useT("ops");
  const format = useFormatter();
  return (
    <div>
      <h3>{t("breaks.history")}</h3>
      <ol className={css["history"]}>
        {of.history.map((event) => (
          <li key={`${event.at}-${event.action}`}>
            {format.dateTime(new Date(event.at), { dateStyle: "medium", timeStyle: "short" })}
            {" · "}
            {t(`breaks.actions.${event.action}`)}
            {" · "}
            {event.actor}
            {event.note === null ? null : ` · ${event.note}`}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** What is known of a break, and the way to resolve it; a resolved one is only shown. */
export function BreakDialog(props: {
  readonly of: ReconciliationBreak;
  readonly onClose: () => void;
  readonly onResolved: () => Promise<void>;
}) {
  const { of } = props;
  const t = useT("ops");
  const tUi = useT("ui");
  const api = useApi();
  const { busy, run } = useOpsAction();
  const [note, setNote] = useState("");
  const isOpen = of.state !== "RESOLVED";
  const resolve = async () => {
    const body = { note: note.trim() };
    const ask = () => api.resolveBreak({ params: { break_id: of.id }, body });
    if (!(await run(ask, () => t("breaks.resolved")))) return;
    props.onClose();
    await props.onResolved();
  };
  return (
    <Dialog
      open
      title={isOpen ? t("breaks.resolveTitle") : t(`breaks.kinds.${of.kind}`)}
      {...(isOpen ? { description: t("breaks.resolveBody") } : {})}
      onOpenChange={props.onClose}
      footer={
        isOpen ? (
          <>
            <Button onClick={props.onClose}>{tUi("actions.cancel")}</Button>
            <Button
              kind="primary"
              busy={busy}
              disabled={note.trim().length < NOTE_MIN}
              onClick={() => void resolve()}
            >
              {t("breaks.resolve")}
            </Button>
          </>
        ) : (
          <Button onClick={props.onClose}>{tUi("actions.close")}</Button>
        )
      }
    >
      <div className={css["details"]}>
        {isOpen ? (
          <TextField
            label={t("breaks.note")}
            value={note}
            onChange={setNote}
            rows={3}
            maxLength={NOTE_MAX}
          />
        ) : null}
        <Facts of={of} />
        <History of={of} />
      </div>
    </Dialog>
  );
}
