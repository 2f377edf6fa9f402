/**
 * Replicate. It takes no key with a submit but lists what it has, so a lost answer is found by
 * what was asked for and when. Inputs and outputs are gone after an hour.
 */
import type { Billed, VendorFailure, VendorStatus } from "@cutroom/domain";
import type { FindOutcome, Generator, GenerateRequest } from "@cutroom/ports";
import { z } from "zod";
import { callVendor } from "./call-vendor.ts";
import type { VendorSettings } from "./call-vendor.ts";
import { modelsOf } from "./price.ts";
import { failure, listOutcome, readPoll, readSubmit, sameOrigin } from "./read-answer.ts";
import { parseJson, standardWebhookId } from "./verify-webhook.ts";

const FPS = 16;
/** Wan is two models there; this one makes clips in the shape of their first picture. */
const FROM_PICTURE = "wan-video/wan-2.2-i2v-fast";
const CLOCK_SLACK_MS = 60_000;
const MOST_PAGES = 10;

const prediction = z.object({
  id: z.string().min(1),
  status: z.enum(["starting", "processing", "succeeded", "failed", "canceled", "aborted"]),
  output: z.union([z.string(), z.array(z.string())]).nullish(),
  error: z.string().nullish(),
  started_at: z.string().nullish(),
  created_at: z.string().optional(),
  input: z.record(z.string(), z.unknown()).nullish(),
});
type Prediction = z.infer<typeof prediction>;
const page = z.object({ next: z.string().nullish(), results: z.array(prediction) });

function failureOf({ error }: Prediction): VendorFailure {
  const internal = error ?? "no reason given";
  if (/cannot identify image|invalid image/iu.test(internal)) {
    return failure("invalid_input", internal);
  }
  const isModerated = /\b(?:E005|sensitive|nsfw|flagged|safety)\b/iu.test(internal);
  if (!isModerated) return failure("vendor_error", internal, { retryable: true });
  return failure(
    /input|prompt/iu.test(internal) ? "moderated_input" : "moderated_output",
    internal,
  );
}

function statusOf(of: Prediction): VendorStatus | null {
  switch (of.status) {
    case "starting":
      return { state: "queued" };
    case "processing":
      return { state: "running" };
    case "succeeded": {
      const outputs = [of.output ?? []].flat();
      return outputs.length === 0 ? noFilm() : { state: "succeeded", outputs };
    }
    case "failed":
      return { state: "failed", failure: failureOf(of) };
    case "canceled":
    case "aborted": {
      // Whoever cancels pays for what has run; whoever is turned away does not.
      const billed: Billed = of.status === "canceled" && of.started_at != null ? "unknown" : "no";
      return { state: "canceled", billed };
    }
  }
}

const noFilm = (): VendorStatus => ({
  state: "failed",
  failure: failure("vendor_error", "succeeded without an output", { billed: "unknown" }),
});

const inputOf = ({ prompt, seed, ratio, durationMs, frames }: GenerateRequest) => ({
  prompt,
  seed,
  ...(frames.first_frame === undefined ? { aspect_ratio: ratio } : { image: frames.first_frame }),
  frames_per_second: FPS,
  num_frames: Math.round((durationMs / 1_000) * FPS) + 1,
});

function isOf(request: GenerateRequest & { submittedAtMs: number }, found: Prediction): boolean {
  const createdAtMs = Date.parse(found.created_at ?? "");
  const { prompt, seed } = inputOf(request);
  return (
    createdAtMs >= request.submittedAtMs - CLOCK_SLACK_MS &&
    found.input?.["prompt"] === prompt &&
    found.input["seed"] === seed
  );
}

/** Everything since the request, page by page, newest first. */
async function findInList(
  settings: VendorSettings,
  headers: Readonly<Record<string, string>>,
  request: GenerateRequest & { readonly submittedAtMs: number },
): Promise<FindOutcome> {
  const handles: { jobId: string }[] = [];
  let next: string | null = `${settings.baseUrl}/v1/predictions`;
  for (let turn = 0; next !== null && turn < MOST_PAGES; turn += 1) {
    const answer = await callVendor(settings, { method: "GET", url: next, headers });
    const listed = answer.kind === "answer" ? page.safeParse(answer.json).data : undefined;
    if (listed === undefined) return { kind: "undecided", internal: "no list" };
    const mine = listed.results.filter((found) => isOf(request, found));
    handles.push(...mine.map(({ id }) => ({ jobId: id })));
    const oldest = Date.parse(listed.results.at(-1)?.created_at ?? "");
    // Newest first: everything further on was there before the request.
    if (oldest < request.submittedAtMs - CLOCK_SLACK_MS) next = null;
    else next = sameOrigin(settings, listed.next ?? null);
  }
  if (next !== null) return { kind: "undecided", internal: "a list without an end" };
  return listOutcome(handles);
}

export function createReplicate(settings: VendorSettings): Generator {
  const models = modelsOf("replicate");
  const headers = {
    authorization: `Bearer ${settings.apiKey}`,
    "content-type": "application/json",
  };
  const url = (path: string) => `${settings.baseUrl}/v1/${path}`;
  const one = (id: string) => url(`predictions/${encodeURIComponent(id)}`);
  const read = (json: unknown) => prediction.safeParse(json).data ?? null;

  return {
    vendor: "replicate",
    callsBack: true,
    ...models,
    async submit(request) {
      const version = models.capabilities(request.model)?.version ?? "";
      const body = JSON.stringify({
        input: inputOf(request),
        webhook_events_filter: ["completed"],
        ...(request.callbackUrl === null ? {} : { webhook: request.callbackUrl }),
      });
      const model = request.frames.first_frame === undefined ? version : FROM_PICTURE;
      const target = url(`models/${model}/predictions`);
      const answer = await callVendor(settings, { method: "POST", url: target, headers, body });
      return readSubmit(
        answer,
        (json) => {
          const made = read(json);
          return made === null ? null : { kind: "accepted", handle: { jobId: made.id } };
        },
        ({ text }) => (/flagged|sensitive/iu.test(text) ? "moderated_input" : null),
      );
    },
    find: (request) => findInList(settings, headers, request),
    async poll({ jobId }) {
      const answer = await callVendor(settings, { method: "GET", url: one(jobId), headers });
      return readPoll(answer, ({ json }) => {
        const found = read(json);
        const status = found === null ? null : statusOf(found);
        return status === null ? null : { kind: "status", status };
      });
    },
    async cancel({ jobId }) {
      const target = `${one(jobId)}/cancel`;
      const answer = await callVendor(settings, { method: "POST", url: target, headers });
      const found = answer.kind === "answer" ? read(answer.json) : null;
      if (found === null) return "unreachable";
      return found.status === "canceled" || found.status === "aborted" ? "canceled" : "too_late";
    },
    async verifyCallback(callback) {
      const id = await standardWebhookId(callback, settings.webhookSecrets ?? []);
      if (id === null) return { kind: "invalid", internal: "signature" };
      const found = read(parseJson(callback.rawBody));
      const status = found === null ? null : statusOf(found);
      return found === null || status === null
        ? { kind: "invalid", internal: "no prediction" }
        : { kind: "valid", eventId: id, jobId: found.id, status };
    },
    outputHeaders: () => ({}),
  };
}
