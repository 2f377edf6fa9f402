"use client";
import type { HeldUser } from "@cutroom/contracts";
import { CircleCheck } from "lucide-react";
import { useCallback, useState } from "react";
import { useReasons } from "../account/use-reasons.ts";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { type Answer, useAnswer } from "../server/use-answer.ts";
import { useNow } from "../start/use-now.ts";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Select } from "../ui/select.tsx";
import { notifyFailure } from "../ui/toaster.tsx";
import { OpsSection } from "./ops-section.tsx";
import css from "./ops.module.css";
import type { Person } from "./risk-dialog.tsx";

interface Page {
  readonly users: readonly HeldUser[];
  readonly next: string | null;
}

export interface HeldList {
  readonly answer: Answer<Page>;
  readonly busy: boolean;
  readonly older: () => Promise<void>;
}

/** People held, all or with an appeal, a page after the other. */
export function useHeldUsers(appeals: boolean): HeldList {
  const api = useApi();
  const problemText = useProblemText();
  const query = { appeals: String(appeals) };
  const answer = useAnswer<Page>(
    useCallback(() => api.listHeldUsers({ query: { appeals: String(appeals) } }), [api, appeals]),
  );
  const [busy, setBusy] = useState(false);
  const older = async () => {
    const after = answer.value?.next ?? null;
    if (after === null) return;
    setBusy(true);
    const page = await api.listHeldUsers({ query: { ...query, after } });
    setBusy(false);
    if (!page.ok) notifyFailure(problemText(page.failure));
    else answer.change(({ users }) => ({ ...page.value, users: [...users, ...page.value.users] }));
  };
  return { answer, busy, older };
}

function Row({ of, onOpen }: { readonly of: HeldUser; readonly onOpen: (of: Person) => void }) {
  const t = useT("risk");
  const format = useFormatter();
  const now = useNow();
  const reasons = useReasons();
  const { standing, appeal } = of;
  return (
    <tr>
      <th scope="row">
        <span
          className={classNames(css["subject"], css["narrow"])}
          title={`${of.user_name} · ${of.email}`}
        >
          {of.user_name} · {of.email}
        </span>
      </th>
      <td>
        <span className={classNames(css["subject"], css["narrow"])} title={of.tenant_name}>
          {of.tenant_name}
        </span>
      </td>
      <td>{t(`states.${standing.state}`)}</td>
      <td>
        <span
          className={classNames(css["subject"], css["narrow"])}
          title={reasons(standing.reasons)}
        >
          {reasons(standing.reasons)}
        </span>
      </td>
      <td>{standing.since === null ? "" : format.relativeTime(new Date(standing.since), now)}</td>
      <td>{t(appeal === null ? "ops.noAppeal" : "ops.waits")}</td>
      <td className={css["actions"]}>
        <Button kind="quiet" onClick={() => onOpen(of)}>
          {t("ops.open")}
        </Button>
      </td>
    </tr>
  );
}

const COLUMNS = ["person", "workspace", "state", "reasons", "since", "appeal"] as const;

/** Who is on the grey list or frozen, with the latest first. */
export function HeldUsers(props: {
  readonly list: HeldList;
  readonly appeals: boolean;
  readonly onAppealsChange: (appeals: boolean) => void;
  readonly onOpen: (of: Person) => void;
}) {
  const { list, appeals } = props;
  const t = useT("risk");
  return (
    <OpsSection
      id="held"
      title={t("ops.held.title")}
      intro={t("ops.held.intro")}
      answer={list.answer}
      tools={
        <Select
          label={t("ops.held.show")}
          hideLabel
          value={appeals ? "appeals" : "all"}
          onChange={(value) => props.onAppealsChange(value === "appeals")}
          options={[
            { value: "all", label: t("ops.held.all") },
            { value: "appeals", label: t("ops.held.appeals") },
          ]}
        />
      }
    >
      {({ users, next }) =>
        users.length === 0 ? (
          <EmptyState
            icon={<CircleCheck size={20} strokeWidth={1.5} />}
            title={t(appeals ? "ops.held.emptyAppeals" : "ops.held.emptyTitle")}
            body={t("ops.held.emptyBody")}
          />
        ) : (
          <div className={css["scroll"]}>
            <table className={css["table"]}>
              <thead>
                <tr>
                  {COLUMNS.map((name) => (
                    <th key={name} scope="col">
                      {t(`ops.columns.${name}`)}
                    </th>
                  ))}
                  <td>
                    <span className="visually-hidden">{t("ops.columns.actions")}</span>
                  </td>
                </tr>
              </thead>
              <tbody>
                {users.map((one) => (
                  <Row key={`${one.tenant_id}/${one.user_id}`} of={one} onOpen={props.onOpen} />
                ))}
              </tbody>
            </table>
            {next === null ? null : (
              <Button busy={list.busy} className={css["older"]} onClick={() => void list.older()}>
                {t("ops.held.older")}
              </Button>
            )}
          </div>
        )
      }
    </OpsSection>
  );
}
