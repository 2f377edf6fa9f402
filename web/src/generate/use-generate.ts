"use client";
import type { EndpointOutput, GenerationRequest, ProblemBody, Task } from "@cutroom/contracts";
import { useEffect, useRef, useState } from "react";
import { isUncertain } from "../exports/export-choice.ts";
import { useApi } from "../server/client.ts";
import { receiveTasks, refreshAsset } from "../server/workspace.ts";
import { type FrameWish, type GenerateChoice, framesBody } from "./generate-choice.ts";

interface Attempt {
  readonly key: string;
  readonly body: GenerationRequest;
}

/** What was accepted of what was asked for; `all` is false when something was not. */
export interface Accepted {
  readonly all: boolean;
  readonly tasks: readonly Task[];
}

/**
 * Asks for clips, each once (I4): what has been accepted is not asked for again, and an attempt
 * whose fate is not known is repeated unchanged under its key.
 */
export function useGenerate() {
  const api = useApi();
  const left = useRef<readonly Attempt[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ProblemBody | null>(null);

  const submit = async (bodies: readonly GenerationRequest[]): Promise<Accepted> => {
    setBusy(true);
    setProblem(null);
    const tasks: Task[] = [];
    try {
      if (left.current.length === 0) {
        left.current = bodies.map((body) => ({ key: crypto.randomUUID(), body }));
      }
      for (const attempt of left.current) {
        const { body, key } = attempt;
        const answer = await api.createGeneration({ body, idempotencyKey: key });
        if (!answer.ok) {
          if (!isUncertain(answer.failure.code)) left.current = [];
          setProblem(answer.failure);
          return { all: false, tasks };
        }
        left.current = left.current.filter((one) => one !== attempt);
        const { task } = answer.value;
        receiveTasks([task]);
        tasks.push(task);
        if (task.asset_id !== null) await refreshAsset(api, task.asset_id);
      }
      return { all: true, tasks };
    } finally {
      setBusy(false);
    }
  };
  /** A changed choice is another request. */
  const reset = () => {
    left.current = [];
    setProblem(null);
  };
  return { submit, reset, busy, problem };
}

type Estimate = EndpointOutput<"estimateGeneration">;
const SETTLE_MS = 200;

interface Priced {
  /** Null until it is known. */
  readonly estimate: Estimate | null;
  /** Why there is no price. */
  readonly problem: ProblemBody | null;
}
const UNKNOWN: Priced = { estimate: null, problem: null };

/** The price of one clip and who may make it, or why nobody can. */
export function useGenerationEstimate(choice: GenerateChoice, frames: FrameWish | null): Priced {
  const api = useApi();
  const [priced, setPriced] = useState(UNKNOWN);
  const { model, ratio, seconds, negativePrompt } = choice;
  /** Only whether there is one decides who can. */
  const excludes = negativePrompt.trim() !== "";
  const from = JSON.stringify(framesBody(frames));
  useEffect(() => {
    const control = new AbortController();
    const ask = async () => {
      const body = {
        model,
        ratio,
        duration_ms: seconds * 1000,
        ...(excludes ? { negative_prompt: "-" } : {}),
        ...(JSON.parse(from) as ReturnType<typeof framesBody>),
      };
      const answer = await api.estimateGeneration({ body }, { signal: control.signal });
      setPriced(
        answer.ok
          ? { estimate: answer.value, problem: null }
          : { estimate: null, problem: answer.failure },
      );
    };
    const timer = setTimeout(() => {
      ask().catch((error: unknown) => {
        if (!control.signal.aborted) throw error;
      });
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      control.abort(new Error("superseded"));
    };
  }, [api, model, ratio, seconds, excludes, from]);
  return priced;
}

type Model = EndpointOutput<"listGenerationModels">["models"][number];

/** The models that there are here; empty until they are known. */
export function useGenerationModels(): readonly Model[] {
  const api = useApi();
  const [models, setModels] = useState<readonly Model[]>([]);
  useEffect(() => {
    const control = new AbortController();
    const ask = async () => {
      const answer = await api.listGenerationModels({ signal: control.signal });
      if (answer.ok) setModels(answer.value.models);
    };
    ask().catch((error: unknown) => {
      if (!control.signal.aborted) throw error;
    });
    return () => control.abort(new Error("left"));
  }, [api]);
  return models;
}
