"use client";
import { AUTO_MODEL, PROMPT_MAX } from "@cutroom/contracts";
import type { ClipRatio, Task } from "@cutroom/contracts";
import { Sparkles } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useT } from "../i18n/use-t.ts";
import { Button } from "../ui/button.tsx";
import { Select } from "../ui/select.tsx";
import { TextField } from "../ui/text-field.tsx";
import { type FrameWish, type GenerateChoice, bodiesOf, rollSeed } from "./generate-choice.ts";
import {
  type FormModel,
  anyOf,
  fitChoice,
  priceWithin,
  modelsWithFrames,
} from "./generate-models.ts";
import css from "./generate.module.css";
import { type FieldsProps, Options } from "./clip-options.tsx";
import { ModelField, ModelNote } from "./model-field.tsx";
import { useGenerate, useGenerationEstimate, useGenerationModels } from "./use-generate.ts";

const EXAMPLES = ["sea", "peaks", "neon", "forest", "space"] as const;

function Prompt({ model, choice, change }: FieldsProps) {
  const t = useT("generate");
  return (
    <>
      <TextField
        label={t("prompt")}
        hint={t(model?.ai_disclosure === "ai" ? "promptHintAi" : "promptHint")}
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

type PriceProps = ReturnType<typeof useGenerationEstimate> & { readonly choice: GenerateChoice };

/** How much a clip may cost where whoever is best makes it: each step lets one more in. */
function Budget(props: PriceProps & Pick<FieldsProps, "change">) {
  const t = useT("generate");
  const { choice, estimate, change } = props;
  if (choice.model !== AUTO_MODEL || estimate === null) return null;
  const { prices, most } = priceWithin(estimate.models, choice.budget);
  if (prices.length < 2) return null;
  return (
    <Select
      label={t("budget")}
      value={most}
      options={prices.map((credits) => ({
        value: credits,
        label: t("price", { count: credits }),
        hint: t("budgetHint", { count: priceWithin(estimate.models, credits).within.length }),
      }))}
      onChange={(credits) => change({ budget: credits === prices.at(-1) ? null : credits })}
    />
  );
}

function Price({ choice, estimate, problem }: PriceProps) {
  const t = useT("generate");
  const problemText = useProblemText();
  if (problem !== null) return <Problem text={problemText(problem)} />;
  if (estimate === null) return <p className={css["price"]}>{t("pricing")}</p>;
  const range = priceWithin(estimate.models, choice.model === AUTO_MODEL ? choice.budget : null);
  const [least, most] = [range.least * choice.count, range.most * choice.count];
  return (
    <p className={css["price"]} data-testid="generation-price">
      <strong>
        {least === most ? t("price", { count: most }) : t("priceRange", { least, most })}
      </strong>
      <span>{t("left", { count: Math.max(0, estimate.balance - most) })}</span>
    </p>
  );
}

const FIRST = {
  model: "procedural",
  budget: null,
  prompt: "",
  negativePrompt: "",
  seconds: 5,
  count: 1,
  caption: true,
} as const;

function Problem({ text }: { readonly text: string }) {
  return (
    <p className={css["problem"]} role="alert">
      {text}
    </p>
  );
}

function Submit(props: {
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly count: number;
}) {
  const t = useT("generate");
  return (
    <Button
      type="submit"
      kind="primary"
      wide
      busy={props.busy}
      disabled={props.disabled}
      icon={<Sparkles size={16} strokeWidth={1.5} />}
    >
      {t("submit", { count: props.count })}
    </Button>
  );
}

/** Words, shape and seed; asks for the clips and says what they cost before it does. */
export function GenerateForm(props: {
  readonly ratio?: ClipRatio;
  /** Pictures that the clip begins and ends with; null: from words alone. */
  readonly frames?: FrameWish | null;
  readonly disabled?: boolean;
  /** What belongs to the place where the form stands. */
  readonly children?: ReactNode;
  readonly onStarted?: (tasks: readonly Task[]) => void;
}) {
  const t = useT("generate");
  const problemText = useProblemText();
  const { submit, reset, busy, problem } = useGenerate();
  const { frames = null } = props;
  const named = modelsWithFrames(useGenerationModels(), frames);
  const best = anyOf(named);
  const models: readonly FormModel[] = best === null ? named : [best, ...named];
  const [wish, setWish] = useState<GenerateChoice>(() => ({
    ...FIRST,
    ratio: props.ratio ?? "16:9",
    seed: rollSeed(),
  }));
  const change = (part: Partial<GenerateChoice>) => {
    reset();
    setWish((before) => ({ ...before, ...part }));
  };
  const model = models.find((one) => one.name === wish.model) ?? null;
  // Pictures may come and go after a model was chosen, and leave it other lengths.
  const choice = model === null ? wish : fitChoice(wish, model);
  const fields = { model, choice, change, hasFrames: frames !== null };
  /** The chosen model takes no pictures. */
  const isStranded = frames !== null && model === null;
  const priced = useGenerationEstimate(choice, frames);
  const { within: able } = priceWithin(priced.estimate?.models ?? [], choice.budget);
  const start = async () => {
    const { all, tasks } = await submit(
      bodiesOf({ ...choice, caption: choice.caption && frames === null }, frames),
    );
    if (tasks.length > 0) props.onStarted?.(tasks);
    // The same words again are another look, unless somebody sets the seed back.
    if (all) setWish((before) => ({ ...before, seed: rollSeed() }));
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
      {model === null ? null : (
        <ModelField
          models={models}
          value={model}
          onChange={({ name }) => change({ model: name })}
        />
      )}
      <Prompt {...fields} />
      {isStranded && models.length > 0 ? <Problem text={t("frames.otherModel")} /> : null}
      <Options {...fields} />
      {props.children}
      <Budget choice={choice} {...priced} change={change} />
      <div className={css["foot"]}>
        <Price choice={choice} {...priced} />
        {problem === null ? null : <Problem text={problemText(problem)} />}
        <Submit
          busy={busy}
          disabled={props.disabled === true || isStranded || choice.prompt.trim() === ""}
          count={choice.count}
        />
      </div>
      <ModelNote model={model} able={able.map((one) => one.model)} />
    </form>
  );
}
