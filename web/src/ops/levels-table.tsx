"use client";
import type { ServiceLevel } from "@cutroom/contracts";
import { useFormatter, useT } from "../i18n/use-t.ts";
import css from "./ops.module.css";
import { useLevelText } from "./use-level-text.ts";

const DURATIONS = ["queue_wait", "provider", "postprocess", "first_preview", "end_to_end"] as const;
const SCENES = ["generate", "export", "ingest"] as const;
const PLANS = ["free", "paid", "enterprise"] as const;
const OWN = "own";

/** What a group is called: what has a name in the product by it, the rest as it is written. */
function useKeyText(by: string) {
  const t = useT("ops");
  const tAccount = useT("account");
  return (key: string | null): string => {
    if (key === null) return t("levels.all");
    if (key === OWN) return t("levels.own");
    const scene = by === "scene" ? SCENES.find((one) => one === key) : undefined;
    if (scene !== undefined) return t(`levels.scenes.${scene}`);
    const plan = by === "plan" ? PLANS.find((one) => one === key) : undefined;
    return plan === undefined ? key : tAccount(`plan.names.${plan}`);
  };
}

function Row(props: { readonly level: ServiceLevel; readonly name: string }) {
  const { level } = props;
  const t = useT("ops");
  const format = useFormatter();
  const text = useLevelText();
  return (
    <tr data-all={level.key === null ? "" : undefined}>
      <th scope="row">{props.name}</th>
      <td className={css["number"]}>{format.number(level.tasks)}</td>
      <td className={css["number"]}>{text.share(level.user_perceived)}</td>
      <td className={css["number"]}>{text.share(level.platform_attributed)}</td>
      {DURATIONS.map((duration) => (
        <td key={duration} className={css["number"]}>
          {level[duration].p50 === null
            ? t("breaks.nothing")
            : `${text.seconds(level[duration].p50)} · ${text.seconds(level[duration].p95)}`}
        </td>
      ))}
      {(["input", "moderation", "platform"] as const).map((by) => (
        <td key={by} className={css["number"]}>
          {format.number(level.failed[by] + (by === "platform" ? level.failed.user : 0))}
        </td>
      ))}
    </tr>
  );
}

/** The five durations as P50 · P95, both rates and failures by class, of all and of each part. */
export function LevelsTable(props: {
  readonly levels: readonly ServiceLevel[];
  readonly by: "scene" | "plan" | "model" | "vendor" | "region";
}) {
  const t = useT("ops");
  const nameOf = useKeyText(props.by);
  const numbers = [
    "tasks",
    "userPerceived",
    "platformAttributed",
    ...DURATIONS,
    "input",
    "moderation",
    "platform",
  ] as const;
  return (
    <div className={css["part"]}>
      <h3>{t("levels.durations")}</h3>
      <div className={css["scroll"]}>
        <table className={css["table"]}>
          <thead>
            <tr>
              <th scope="col">{t(`levels.splits.${props.by}`)}</th>
              {numbers.map((name) => (
                <th key={name} scope="col" className={css["number"]}>
                  {t(`levels.numbers.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {props.levels.map((level) => (
              <Row key={level.key ?? ""} level={level} name={nameOf(level.key)} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
