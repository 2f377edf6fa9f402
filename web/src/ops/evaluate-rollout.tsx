"use client";
import type { PolicyRollout } from "@cutroom/contracts";
import { Fragment } from "react";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useTexts } from "./new-rollout.tsx";
import css from "./ops.module.css";
import own from "./review.module.css";
import { useOpsAction } from "./use-ops-action.ts";

const WORDS = ["name", "falsePositive", "miss", "bias"] as const;
const LINE = /^(\S+)[\s,;]+(harmful|harmless)$/u;

/** One label a line: the review's id, and `harmful` or `harmless`. */
function readLabels(text: string) {
  return text.split("\n").flatMap((line) => {
    const [, review_id, label] = LINE.exec(line.trim()) ?? [];
    return review_id === undefined ? [] : [{ review_id, harmful: label === "harmful" }];
  });
}

function Measured({ of }: { readonly of: NonNullable<PolicyRollout["evaluation"]> }) {
  const t = useT("models");
  const format = useFormatter();
  const { quality, quality_before: before } = of;
  const said = [
    ["name", of.name],
    ["labels", t("labelled", { harmful: String(of.harmful), harmless: String(of.harmless) })],
    ["falsePositives", `${format.number(quality.false_positives)} / ${of.harmless}`],
    ["misses", `${format.number(quality.misses)} / ${of.harmful}`],
    [
      "before",
      before === null
        ? t("notMeasured")
        : t("qualityBefore", {
            falsePositives: String(before.false_positives),
            misses: String(before.misses),
          }),
    ],
    ["falsePositive", of.false_positive_is],
    ["miss", of.miss_is],
    ["bias", of.sampling_bias],
  ] as const;
  return (
    <dl className={css["facts"]}>
      {said.map(([name, text]) => (
        <Fragment key={name}>
          <dt>{t(`evaluation.${name}`)}</dt>
          <dd>{text}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** How well a candidate does on contents that people have labelled; needed to promote it. */
export function EvaluateRollout(props: {
  readonly rollout: PolicyRollout;
  readonly onDone: () => Promise<void>;
}) {
  const { rollout } = props;
  const t = useT("models");
  const api = useApi();
  const { busy, run } = useOpsAction();
  const { texts, set } = useTexts({ name: "", falsePositive: "", miss: "", bias: "", labels: "" });
  const labels = readLabels(texts.labels);
  const evaluate = async () => {
    const body = {
      base_version: rollout.version,
      name: texts.name,
      false_positive_is: texts.falsePositive,
      miss_is: texts.miss,
      sampling_bias: texts.bias,
      labels,
    };
    const params = { rollout_id: rollout.id };
    const done = await run(
      () => api.evaluateRollout({ params, body }),
      () => t("evaluated"),
    );
    if (done) await props.onDone();
  };
  const isOpen = rollout.state !== "PROMOTED" && rollout.state !== "ROLLED_BACK";
  return (
    <div>
      <h3>{t("evaluation.title")}</h3>
      {rollout.evaluation === null ? (
        <p className={css["note"]}>{t("evaluation.none")}</p>
      ) : (
        <Measured of={rollout.evaluation} />
      )}
      {isOpen ? (
        <details>
          <summary>{t("evaluate")}</summary>
          <div className={own["decide"]}>
            {WORDS.map((name) => (
              <TextField
                key={name}
                label={t(`evaluation.${name}`)}
                value={texts[name]}
                onChange={set(name)}
                maxLength={500}
              />
            ))}
            <TextField
              label={t("evaluation.labels")}
              hint={t("labelsHint", { count: String(labels.length) })}
              value={texts.labels}
              onChange={set("labels")}
              rows={4}
            />
            <div className={css["buttons"]}>
              <Button busy={busy} disabled={labels.length === 0} onClick={() => void evaluate()}>
                {t("measure")}
              </Button>
            </div>
          </div>
        </details>
      ) : null}
    </div>
  );
}
