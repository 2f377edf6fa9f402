/**
 * Runway (api.dev.runwayml.com, version 2024-11-06). It takes no key with a submit, lists no
 * tasks and calls nobody back: a lost answer can be cleared up by a person only. What moderation
 * refuses costs as much as a success, so the vendor's own `cost` decides.
 */
import type { VendorCost, VendorFailure, VendorStatus } from "@cutroom/domain";
import type { Generator, GenerateRequest, PollOutcome, SubmitOutcome } from "@cutroom/ports";
import { z } from "zod";
import { callVendor } from "./call-vendor.ts";
import type { VendorSettings } from "./call-vendor.ts";
import { modelsOf } from "./price.ts";
import { failure, readCancel, readPoll, readSubmit } from "./read-answer.ts";

const VERSION = "2024-11-06";
const MICROS_PER_CREDIT = 10_000;
const RATIOS: Readonly<Record<string, string>> = { "16:9": "1280:720", "9:16": "720:1280" };

const credits = z.object({ credits: z.number().min(0) });
const created = z.object({ id: z.string().min(1), estimatedCost: credits.optional() });
const cost = credits.optional();
const task = z.discriminatedUnion("status", [
  z.object({ status: z.enum(["PENDING", "THROTTLED"]) }),
  z.object({ status: z.literal("RUNNING"), progress: z.number().optional() }),
  z.object({ status: z.literal("SUCCEEDED"), output: z.array(z.url()).min(1), cost }),
  z.object({
    status: z.literal("FAILED"),
    failure: z.string().optional(),
    failureCode: z.string().optional(),
    cost,
  }),
  z.object({ status: z.literal("CANCELLED"), cost }),
]);
type Task = z.infer<typeof task>;

const costOf = (of: z.infer<typeof cost>): { cost?: VendorCost } =>
  of === undefined
    ? {}
    : { cost: { amountMicros: Math.round(of.credits * MICROS_PER_CREDIT), currency: "USD" } };

const billedOf = (of: z.infer<typeof cost>) =>
  of === undefined ? "unknown" : of.credits > 0 ? "yes" : "no";

function failureOf(failed: Extract<Task, { status: "FAILED" }>): VendorFailure {
  const { failureCode = "", failure: words = "" } = failed;
  const billed = billedOf(failed.cost);
  const internal = `${failureCode} ${words}`.trim();
  if (failureCode.startsWith("SAFETY.INPUT")) {
    return failure("moderated_input", internal, { billed });
  }
  if (failureCode.startsWith("SAFETY")) return failure("moderated_output", internal, { billed });
  if (failureCode.startsWith("ASSET.INVALID")) {
    return failure("invalid_input", internal, { billed });
  }
  return failure("vendor_error", internal, { billed, retryable: true });
}

function statusOf(of: Task): VendorStatus {
  switch (of.status) {
    case "PENDING":
      return { state: "queued" };
    case "THROTTLED":
      return { state: "throttled" };
    case "RUNNING":
      return { state: "running", progress: (of.progress ?? 0) * 100 };
    case "SUCCEEDED":
      return { state: "succeeded", outputs: of.output, ...costOf(of.cost) };
    case "FAILED":
      return { state: "failed", failure: failureOf(of), ...costOf(of.cost) };
    case "CANCELLED":
      return { state: "canceled", billed: billedOf(of.cost), ...costOf(of.cost) };
  }
}

function accept(json: unknown): Extract<SubmitOutcome, { kind: "accepted" }> | null {
  const { data } = created.safeParse(json);
  if (data === undefined) return null;
  const { cost: estimate } = costOf(data.estimatedCost);
  const handle = { jobId: data.id };
  return { kind: "accepted", handle, ...(estimate === undefined ? {} : { estimate }) };
}

function bodyOf(request: GenerateRequest, version: string) {
  const { model, prompt, seed, ratio, durationMs, frames } = request;
  const { first_frame: uri } = frames;
  return {
    model: version,
    promptText: prompt,
    ...(uri === undefined ? {} : { promptImage: [{ uri, position: "first" }] }),
    ratio: RATIOS[ratio] ?? model,
    duration: Math.round(durationMs / 1_000),
    seed,
  };
}

export function createRunway(settings: VendorSettings): Generator {
  const models = modelsOf("runway");
  const headers = {
    authorization: `Bearer ${settings.apiKey}`,
    "x-runway-version": VERSION,
    "content-type": "application/json",
  };
  const taskUrl = (jobId: string) => `${settings.baseUrl}/v1/tasks/${encodeURIComponent(jobId)}`;
  const poll = async (jobId: string): Promise<PollOutcome> =>
    readPoll(
      await callVendor(settings, { method: "GET", url: taskUrl(jobId), headers }),
      ({ json }) => {
        const { data } = task.safeParse(json);
        return data === undefined ? null : { kind: "status", status: statusOf(data) };
      },
    );
  return {
    vendor: "runway",
    callsBack: false,
    ...models,
    async submit(request) {
      const version = models.capabilities(request.model)?.version ?? "";
      const from = request.frames.first_frame === undefined ? "text" : "image";
      const url = `${settings.baseUrl}/v1/${from}_to_video`;
      const body = JSON.stringify(bodyOf(request, version));
      const answer = await callVendor(settings, { method: "POST", url, headers, body });
      return readSubmit(answer, accept);
    },
    find: async () => ({ kind: "unsupported" }),
    poll: ({ jobId }) => poll(jobId),
    async cancel({ jobId }) {
      // A DELETE forgets a task that is over, with its output: it must not be asked then.
      const now = await poll(jobId);
      if (now.kind !== "status") return now.kind === "gone" ? "too_late" : "unreachable";
      if (["succeeded", "failed", "canceled"].includes(now.status.state)) return "too_late";
      return readCancel(
        await callVendor(settings, { method: "DELETE", url: taskUrl(jobId), headers }),
      );
    },
    verifyCallback: async () => ({ kind: "unsupported" }),
    outputHeaders: () => ({}),
  };
}
