"use client";
import type { FailureCount, ServiceLevels as Levels } from "@cutroom/contracts";
import { taskFailureCode } from "@cutroom/contracts";
import { useCallback, useState } from "react";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { useAnswer } from "../server/use-answer.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Select } from "../ui/select.tsx";
import { LevelsTable } from "./levels-table.tsx";
import { ObjectivesTable } from "./objectives-table.tsx";
import { OpsSection } from "./ops-section.tsx";
import css from "./ops.module.css";
import { useLevelText } from "./use-level-text.ts";

const WINDOWS = [1, 24, 168, 720] as const;
const SPLITS = ["scene", "plan", "model", "vendor", "region"] as const;
type Split = (typeof SPLITS)[number];

/** Both rates side by side, always: one without the other hides whose fault failures are. */
function Figures({ of }: { readonly of: Levels }) {
  const t = useT("ops");
  const format = useFormatter();
  const text = useLevelText();
  const all = of.levels[0];
  if (all === undefined) return null;
  const figures = [
    ["userPerceived", text.share(all.user_perceived)],
    ["platformAttributed", text.share(all.platform_attributed)],
    ["tasks", format.number(all.tasks)],
    ["canceled", format.number(all.canceled)],
    ["failedPlatform", format.number(all.failed.platform + all.failed.user)],
    ["failedInput", format.number(all.failed.input)],
    ["failedModeration", format.number(all.failed.moderation)],
    ["oldestWaiting", text.seconds(of.oldest_waiting)],
  ] as const;
  return (
    <dl className={css["figures"]}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`levels.figures.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Requests that all failed have made no task, and are what somebody has to see. */
function isEmpty({ levels, objectives }: Levels): boolean {
  return (levels[0]?.tasks ?? 0) === 0 && objectives.every(({ tasks }) => tasks === 0);
}

function Causes({ causes }: { readonly causes: readonly FailureCount[] }) {
  const t = useT("ops");
  const tFail = useT("failures");
  const format = useFormatter();
  if (causes.length === 0) return null;
  return (
    <div className={css["part"]}>
      <h3>{t("levels.causes")}</h3>
      <ul className={css["causes"]}>
        {causes.map(({ code, failure_class: by, tasks }) => {
          const known = taskFailureCode.safeParse(code).data;
          return (
            <li key={`${code}-${by}`}>
              <span className={css["number"]}>{format.number(tasks)}</span>
              <span>{t(`levels.classes.${by}`)}</span>
              <span className={css["quiet"]}>
                {known === undefined ? code || t("levels.noCode") : tFail(`what.${known}`)}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** How well the platform serves: rates, promises and durations of a window, split as asked. */
export function ServiceLevels() {
  const t = useT("ops");
  const api = useApi();
  const [hours, setHours] = useState<(typeof WINDOWS)[number]>(24);
  const [by, setBy] = useState<Split>("scene");
  const answer = useAnswer<Levels>(
    useCallback(
      () => api.listServiceLevels({ query: { hours: String(hours), by } }),
      [api, hours, by],
    ),
  );
  return (
    <OpsSection
      id="levels"
      title={t("levels.title")}
      intro={t("levels.intro")}
      answer={answer}
      tools={
        <div className={css["tools"]}>
          <Select
            label={t("levels.window")}
            hideLabel
            value={hours}
            onChange={setHours}
            options={WINDOWS.map((value) => ({ value, label: t(`levels.windows.h${value}`) }))}
          />
          <Select
            label={t("levels.by")}
            hideLabel
            value={by}
            onChange={setBy}
            options={SPLITS.map((value) => ({ value, label: t(`levels.splits.${value}`) }))}
          />
        </div>
      }
    >
      {(levels) =>
        isEmpty(levels) ? (
          <EmptyState title={t("levels.emptyTitle")} body={t("levels.emptyBody")} />
        ) : (
          <>
            <Figures of={levels} />
            <ObjectivesTable objectives={levels.objectives} />
            <LevelsTable levels={levels.levels} by={by} />
            <Causes causes={levels.failures} />
          </>
        )
      }
    </OpsSection>
  );
}
