"use client";
import type { ReviewModels } from "@cutroom/contracts";
import { useState } from "react";
import { useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { Button } from "../ui/button.tsx";
import { Select } from "../ui/select.tsx";
import { TextField } from "../ui/text-field.tsx";
import css from "./ops.module.css";
import own from "./review.module.css";
import { useOpsAction } from "./use-ops-action.ts";

const NOTE_MIN = 3;
const NOTE_MAX = 500;

/** Texts of a form by their names, all of them needed. */
export function useTexts<Name extends string>(initial: Readonly<Record<Name, string>>) {
  const [texts, setTexts] = useState(initial);
  const set = (name: Name) => (text: string) => setTexts((now) => ({ ...now, [name]: text }));
  return { texts, set, clear: () => setTexts(initial) };
}

/** Another version of the policy: what it looks at, and what it marks. */
export function NewPolicy({ onDone }: { readonly onDone: () => Promise<void> }) {
  const t = useT("models");
  const api = useApi();
  const { busy, run } = useOpsAction();
  const { texts, set, clear } = useTexts({
    version: "",
    frames: "12",
    clear: "85",
    probable: "60",
    note: "",
  });
  const create = async () => {
    const body = {
      version: texts.version.trim(),
      frames: Number(texts.frames),
      clear: Number(texts.clear) / 100,
      probable: Number(texts.probable) / 100,
      note: texts.note.trim(),
    };
    const done = await run(
      () => api.createPolicyVersion({ body }),
      () => t("policyMade", { version: body.version }),
    );
    if (!done) return;
    clear();
    await onDone();
  };
  return (
    <details>
      <summary>{t("newPolicy")}</summary>
      <div className={own["decide"]}>
        <div className={own["pair"]}>
          <TextField label={t("columns.version")} value={texts.version} onChange={set("version")} />
          {(["frames", "clear", "probable"] as const).map((name) => (
            <TextField
              key={name}
              label={t(`fields.${name}`)}
              inputMode="numeric"
              value={texts[name]}
              onChange={set(name)}
            />
          ))}
        </div>
        <TextField
          label={t("columns.note")}
          value={texts.note}
          onChange={set("note")}
          maxLength={NOTE_MAX}
        />
        <div className={css["buttons"]}>
          <Button
            busy={busy}
            disabled={texts.version.trim() === "" || texts.note.trim().length < NOTE_MIN}
            onClick={() => void create()}
          >
            {t("makePolicy")}
          </Button>
        </div>
      </div>
    </details>
  );
}

/** Whoever judges here, with all of the traffic. */
const FARM = { name: "farm", share: 100 } as const;

type BucketKind = "tenant" | "content";

function Buckets(props: {
  readonly value: BucketKind;
  readonly onChange: (value: BucketKind) => void;
}) {
  const t = useT("models");
  return (
    <Select<BucketKind>
      label={t("bucketBy")}
      value={props.value}
      onChange={props.onChange}
      options={(["content", "tenant"] as const).map((value) => ({
        value,
        label: t(`buckets.${value}`),
      }))}
    />
  );
}

/** Begins to replace the version that decides by another. */
export function NewRollout(props: {
  readonly models: ReviewModels;
  readonly onDone: () => Promise<void>;
}) {
  const t = useT("models");
  const api = useApi();
  const { busy, run } = useOpsAction();
  const others = props.models.policies.filter(({ version }) => version !== props.models.current);
  const [chosen, setChosen] = useState<string | null>(null);
  const [bucketBy, setBucketBy] = useState<BucketKind>("content");
  const { texts, set } = useTexts({ load: "1", concurrency: "1", seconds: "2", note: "" });
  // Versions come and go while this form stands: without a choice it is the newest of them.
  const candidate = others.find(({ version }) => version === chosen)?.version ?? others[0]?.version;
  if (candidate === undefined) return <p className={css["note"]}>{t("noCandidate")}</p>;
  const begin = async () => {
    const speed = {
      concurrency: Number(texts.concurrency),
      seconds_per_call: Number(texts.seconds),
    };
    const body = {
      candidate,
      bucket_by: bucketBy,
      subtasks_per_s: Number(texts.load),
      vendors: [{ ...FARM, ...speed }],
      note: texts.note.trim(),
    };
    const done = await run(
      () => api.createRollout({ body }),
      () => t("begun", { version: candidate }),
    );
    if (done) await props.onDone();
  };
  return (
    <div className={own["decide"]}>
      <div className={own["pair"]}>
        <Select
          label={t("candidate")}
          value={candidate}
          onChange={setChosen}
          options={others.map(({ version }) => ({ value: version, label: version }))}
        />
        <Buckets value={bucketBy} onChange={setBucketBy} />
        {(["load", "concurrency", "seconds"] as const).map((name) => (
          <TextField
            key={name}
            label={t(`fields.${name}`)}
            inputMode="decimal"
            value={texts[name]}
            onChange={set(name)}
          />
        ))}
        <TextField
          label={t("columns.note")}
          value={texts.note}
          onChange={set("note")}
          maxLength={NOTE_MAX}
        />
      </div>
      <div className={css["buttons"]}>
        <Button
          kind="primary"
          busy={busy}
          disabled={texts.note.trim().length < NOTE_MIN}
          onClick={() => void begin()}
        >
          {t("begin")}
        </Button>
      </div>
    </div>
  );
}
