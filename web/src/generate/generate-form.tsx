"use client";
import { CLIP_RATIOS, MAX_SEED, PROMPT_MAX } from "@cutroom/contracts";
import type { ClipRatio } from "@cutroom/contracts";
import { Dices, Sparkles } from "lucide-react";
import { useState } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useT } from "../i18n/use-t.ts";
import { Button } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { NumberField } from "../ui/number-field.tsx";
import { Select } from "../ui/select.tsx";
import { Switch } from "../ui/switch.tsx";
import { TextField } from "../ui/text-field.tsx";
import { COUNTS, type GenerateChoice, LENGTHS, rollSeed } from "./generate-choice.ts";
import css from "./generate.module.css";
import { useGenerate, useGenerationEstimate } from "./use-generate.ts";

const EXAMPLES = ["sea", "peaks", "neon", "forest", "space"] as const;

interface FieldsProps {
  readonly choice: GenerateChoice;
  readonly change: (part: Partial<GenerateChoice>) => void;
}

function Prompt({ choice, change }: FieldsProps) {
  const t = useT("generate");
  return (
    <>
      <TextField
        label={t("prompt")}
        hint={t("promptHint")}
        placeholder={t("promptExample")}
        rows={3}
        maxLength={PROMPT_MAX}
        value={choice.prompt}
        onChange={(prompt) => change({ prompt })}
      />
      {/* Once there are words, the room is for what becomes of them. */}
      <ul className={css["examples"]} aria-label={t("tryOne")} hidden={choice.prompt !== ""}>
        {EXAMPLES.map((name) => (
          <li key={name}>
            <button
              type="button"
              className={css["example"]}
              onClick={() => change({ prompt: t(`examples.${name}`) })}
            >
              {t(`examples.${name}`)}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Shape({ choice, change }: FieldsProps) {
  const t = useT("generate");
  return (
    <div className={css["fields"]}>
      <Select
        label={t("ratio")}
        value={choice.ratio}
        onChange={(ratio) => change({ ratio })}
        options={CLIP_RATIOS.map((value) => ({ value, label: t(`ratios.${value}`) }))}
      />
      <Select
        label={t("duration")}
        value={choice.seconds}
        onChange={(seconds) => change({ seconds })}
        options={LENGTHS.map((value) => ({ value, label: t("seconds", { count: value }) }))}
      />
      <div className={css["seed"]}>
        <NumberField
          label={t("seed")}
          value={choice.seed}
          min={0}
          max={MAX_SEED}
          onChange={(seed) => change({ seed })}
        />
        <IconButton
          label={t("reroll")}
          icon={<Dices size={16} strokeWidth={1.5} />}
          onClick={() => change({ seed: rollSeed() })}
        />
      </div>
      <Select
        label={t("count")}
        value={choice.count}
        onChange={(count) => change({ count })}
        options={COUNTS.map((value) => ({ value, label: String(value) }))}
      />
    </div>
  );
}

function Price({ choice }: { readonly choice: GenerateChoice }) {
  const t = useT("generate");
  const estimate = useGenerationEstimate(choice);
  if (estimate === null) return <p className={css["price"]}>{t("pricing")}</p>;
  const credits = estimate.credits * choice.count;
  return (
    <p className={css["price"]} data-testid="generation-price">
      <strong>{t("price", { count: credits })}</strong>
      <span>{t("left", { count: Math.max(0, estimate.balance - credits) })}</span>
    </p>
  );
}

/** Words, shape and seed; asks for the clips and says what they cost before it does. */
export function GenerateForm(props: {
  readonly ratio?: ClipRatio;
  readonly disabled?: boolean;
  readonly onStarted?: () => void;
}) {
  const t = useT("generate");
  const problemText = useProblemText();
  const { submit, reset, busy, problem } = useGenerate();
  const [choice, setChoice] = useState<GenerateChoice>(() => ({
    prompt: "",
    ratio: props.ratio ?? "16:9",
    seconds: 5,
    seed: rollSeed(),
    count: 1,
    caption: true,
  }));
  const change = (part: Partial<GenerateChoice>) => {
    reset();
    setChoice((before) => ({ ...before, ...part }));
  };
  const start = async () => {
    if (!(await submit(choice))) return;
    // The same words again are another look, unless somebody sets the seed back.
    setChoice((before) => ({ ...before, seed: rollSeed() }));
    props.onStarted?.();
  };
  return (
    <form
      className={css["form"]}
      data-testid="generate-form"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <Prompt choice={choice} change={change} />
      <Shape choice={choice} change={change} />
      <Switch
        label={t("caption")}
        checked={choice.caption}
        onChange={(caption) => change({ caption })}
      />
      <Price choice={choice} />
      {problem === null ? null : (
        <p className={css["problem"]} role="alert">
          {problemText(problem)}
        </p>
      )}
      <Button
        type="submit"
        kind="primary"
        wide
        busy={busy}
        disabled={props.disabled === true || choice.prompt.trim() === ""}
        icon={<Sparkles size={16} strokeWidth={1.5} />}
      >
        {t("submit", { count: choice.count })}
      </Button>
      <p className={css["note"]}>{t("note")}</p>
    </form>
  );
}
