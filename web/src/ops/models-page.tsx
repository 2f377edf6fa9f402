"use client";
import { ROLLOUT_FACTS } from "@cutroom/contracts";
import type { ReviewModels } from "@cutroom/contracts";
import Link from "next/link";
import { notFound } from "next/navigation";
import { useCallback } from "react";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { useAccount } from "../server/session.ts";
import { useAnswer } from "../server/use-answer.ts";
import { NewPolicy, NewRollout } from "./new-rollout.tsx";
import { OpsSection } from "./ops-section.tsx";
import css from "./ops.module.css";
import own from "./review.module.css";
import { RolloutDetails } from "./rollout-details.tsx";

type Policy = ReviewModels["policies"][number];

function Policies({ of }: { readonly of: ReviewModels }) {
  const t = useT("models");
  const format = useFormatter();
  const percent = (value: number) => format.number(value, { style: "percent" });
  const row = ({ version, frames, clear, probable, note }: Policy) => (
    <tr key={version}>
      <th scope="row" className={own["name"]} title={version}>
        {version === of.current ? t("decides", { version }) : version}
      </th>
      <td className={css["number"]}>{format.number(frames)}</td>
      <td className={css["number"]}>{percent(clear)}</td>
      <td className={css["number"]}>{percent(probable)}</td>
      <td className={own["name"]} title={note}>
        {note === "" ? t("first") : note}
      </td>
    </tr>
  );
  return (
    <div className={css["scroll"]}>
      <table className={css["table"]}>
        <thead>
          <tr>
            <th scope="col">{t("columns.version")}</th>
            {(["frames", "clear", "probable"] as const).map((name) => (
              <th key={name} scope="col" className={css["number"]}>
                {t(`columns.${name}`)}
              </th>
            ))}
            <th scope="col">{t("columns.note")}</th>
          </tr>
        </thead>
        <tbody>{of.policies.map(row)}</tbody>
      </table>
    </div>
  );
}

function Events({ of }: { readonly of: ReviewModels }) {
  const t = useT("models");
  const format = useFormatter();
  const number = (value: number) => format.number(value, { maximumFractionDigits: 1 });
  if (of.events.length === 0) return <p className={css["note"]}>{t("noEvents")}</p>;
  return (
    <ol className={css["history"]}>
      {of.events.map(({ id, at, action, actor, note, facts }) => (
        <li key={id}>
          {[
            format.dateTime(new Date(at), { dateStyle: "medium", timeStyle: "short" }),
            t(`events.${action}`),
            actor,
            ...(note === "" ? [] : [note]),
            ...ROLLOUT_FACTS.flatMap((name) => {
              const count = facts[name];
              return count === undefined ? [] : [t(`facts.${name}`, { count: number(count) })];
            }),
          ].join(" · ")}
        </li>
      ))}
    </ol>
  );
}

const OPEN = new Set(["DRAFT", "SHADOW", "CANARY"]);

function Content() {
  const t = useT("models");
  const api = useApi();
  const answer = useAnswer<ReviewModels>(useCallback(() => api.getReviewModels(), [api]));
  const { reload } = answer;
  return (
    <div className={css["page"]}>
      <header>
        <Link href="/ops" className={css["note"]}>
          {t("back")}
        </Link>
        <h1 className={css["title"]}>{t("title")}</h1>
      </header>
      <OpsSection id="models" title={t("policies")} intro={t("intro")} answer={answer}>
        {(of) => (
          <div className={css["details"]}>
            <Policies of={of} />
            <NewPolicy onDone={reload} />
            <h2>{t("rollout")}</h2>
            {of.rollout === null ? <p className={css["note"]}>{t("noRollout")}</p> : null}
            {of.rollout === null ? null : (
              <RolloutDetails key={of.rollout.id} rollout={of.rollout} onDone={reload} />
            )}
            {of.rollout !== null && OPEN.has(of.rollout.state) ? null : (
              <NewRollout models={of} onDone={reload} />
            )}
            <h2>{t("history")}</h2>
            <Events of={of} />
          </div>
        )}
      </OpsSection>
    </div>
  );
}

/** For operators: versions of the policy of reviews, and how one replaces another (G6). */
export function ModelsPage() {
  const account = useAccount();
  if (account === null) return null;
  if (!account.is_operator) notFound();
  return <Content />;
}
