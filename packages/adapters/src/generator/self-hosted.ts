/**
 * A model of one's own behind HTTP, by the protocol of this file, made so that nothing has to be
 * guessed: the request's name makes a submit repeatable, finds a job and comes back with it.
 *
 *   POST   /v1/jobs              Idempotency-Key: NAME; {request_id, prompt, ...} -> 202 job
 *                                first_frame_url, last_frame_url: pictures, for about an hour
 *   GET    /v1/jobs/ID           -> job
 *   GET    /v1/jobs?request_id=  -> {jobs: [job]}
 *   DELETE /v1/jobs/ID           -> 200, or 409 when it is over
 *   job: {id, request_id, status: queued|running|succeeded|failed|canceled, progress?, output_url?,
 *         cost_micros?, error?: {code: moderated_input|moderated_output|invalid|internal}}
 *
 * It may call back with a job, signed as Standard Webhooks say.
 */
import type { VendorCost, VendorFailure, VendorStatus } from "@cutroom/domain";
import type { Generator, GenerateRequest } from "@cutroom/ports";
import { z } from "zod";
import { callVendor } from "./call-vendor.ts";
import type { VendorSettings } from "./call-vendor.ts";
import { modelsOf } from "./price.ts";
import { failure, listOutcome, readCancel, readPoll, readSubmit } from "./read-answer.ts";
import { parseJson, standardWebhookId } from "./verify-webhook.ts";

const job = z.object({
  id: z.string().min(1),
  request_id: z.string(),
  status: z.enum(["queued", "running", "succeeded", "failed", "canceled"]),
  progress: z.number().min(0).max(100).optional(),
  output_url: z.url().optional(),
  cost_micros: z.number().int().min(0).optional(),
  error: z.object({ code: z.string(), message: z.string().default("") }).optional(),
});
type Job = z.infer<typeof job>;

function failureOf({ error, cost_micros: cost = 0 }: Job): VendorFailure {
  const internal = `${error?.code ?? ""} ${error?.message ?? ""}`.trim();
  const billed = cost > 0 ? "yes" : "no";
  const code = error?.code;
  if (code === "moderated_input" || code === "moderated_output") {
    return failure(code, internal, { billed });
  }
  if (code === "invalid") return failure("invalid_input", internal, { billed });
  return failure("vendor_error", internal, { billed, retryable: true });
}

function statusOf(of: Job): VendorStatus {
  const cost: { cost?: VendorCost } =
    of.cost_micros === undefined ? {} : { cost: { amountMicros: of.cost_micros, currency: "USD" } };
  switch (of.status) {
    case "queued":
      return { state: "queued" };
    case "running":
      return { state: "running", progress: of.progress ?? 0 };
    case "failed":
      return { state: "failed", failure: failureOf(of), ...cost };
    case "canceled":
      return { state: "canceled", billed: (of.cost_micros ?? 0) > 0 ? "yes" : "no", ...cost };
    case "succeeded":
      return of.output_url === undefined
        ? {
            state: "failed",
            failure: failure("vendor_error", "succeeded without an output", { billed: "unknown" }),
          }
        : { state: "succeeded", outputs: [of.output_url], ...cost };
  }
}

const bodyOf = (request: GenerateRequest) => ({
  request_id: request.requestId,
  prompt: request.prompt,
  negative_prompt: request.negativePrompt,
  seed: request.seed,
  ratio: request.ratio,
  duration_ms: request.durationMs,
  first_frame_url: request.frames.first_frame,
  last_frame_url: request.frames.last_frame,
  callback_url: request.callbackUrl,
});

export function createSelfHosted(settings: VendorSettings): Generator {
  const models = modelsOf("self-hosted");
  const key = { authorization: `Bearer ${settings.apiKey}` };
  const headers = { ...key, "content-type": "application/json" };
  const all = `${settings.baseUrl}/v1/jobs`;
  const one = (id: string) => `${all}/${encodeURIComponent(id)}`;
  const read = (json: unknown) => job.safeParse(json).data ?? null;
  return {
    vendor: "self-hosted",
    callsBack: true,
    ...models,
    async submit(request) {
      const sent = { ...headers, "idempotency-key": request.requestId };
      const body = JSON.stringify(bodyOf(request));
      const answer = await callVendor(settings, { method: "POST", url: all, headers: sent, body });
      return readSubmit(
        answer,
        (json) => {
          const made = read(json);
          return made === null ? null : { kind: "accepted", handle: { jobId: made.id } };
        },
        ({ text }) => (text.includes("moderated_input") ? "moderated_input" : null),
      );
    },
    async find({ requestId }) {
      const url = `${all}?request_id=${encodeURIComponent(requestId)}`;
      const answer = await callVendor(settings, { method: "GET", url, headers });
      const found =
        answer.kind === "answer" && answer.status === 200
          ? z.object({ jobs: z.array(job) }).safeParse(answer.json).data
          : undefined;
      if (found === undefined) return { kind: "undecided", internal: "no list" };
      const mine = found.jobs.filter((each) => each.request_id === requestId);
      return listOutcome(mine.map(({ id }) => ({ jobId: id })));
    },
    async poll({ jobId }) {
      const answer = await callVendor(settings, { method: "GET", url: one(jobId), headers });
      return readPoll(answer, ({ json }) => {
        const found = read(json);
        return found === null ? null : { kind: "status", status: statusOf(found) };
      });
    },
    cancel: async ({ jobId }) =>
      readCancel(await callVendor(settings, { method: "DELETE", url: one(jobId), headers })),
    async verifyCallback(callback) {
      const eventId = await standardWebhookId(callback, settings.webhookSecrets ?? []);
      if (eventId === null) return { kind: "invalid", internal: "signature" };
      const found = read(parseJson(callback.rawBody));
      return found === null
        ? { kind: "invalid", internal: "no job" }
        : { kind: "valid", eventId, jobId: found.id, status: statusOf(found) };
    },
    outputHeaders: (url) => (new URL(url).origin === new URL(settings.baseUrl).origin ? key : {}),
  };
}
