/**
 * fal's queue. It gives an address with every job for each question about it; a run that fails is
 * COMPLETED too, and says why only where its result would be. Callbacks are signed by keys that
 * it publishes.
 */
import { clipModels } from "@cutroom/domain";
import type { VendorFailure, VendorStatus } from "@cutroom/domain";
import type {
  Callback,
  CallbackOutcome,
  Generator,
  GenerateRequest,
  PollOutcome,
  SubmitOutcome,
  VendorHandle,
} from "@cutroom/ports";
import { z } from "zod";
import { callVendor } from "./call-vendor.ts";
import type { VendorAnswer, VendorSettings } from "./call-vendor.ts";
import { modelsOf } from "./price.ts";
import { failure, readCancel, readPoll, readSubmit, sameOrigin } from "./read-answer.ts";
import { fromHex, isRecent, isSignedByKey, parseJson, sha256Hex } from "./verify-webhook.ts";

const JWKS = "https://rest.fal.ai/.well-known/jwks.json";

const submitted = z.object({
  request_id: z.string().min(1),
  status_url: z.url(),
  response_url: z.url(),
  cancel_url: z.url(),
});
const queued = z.object({
  status: z.enum(["IN_QUEUE", "IN_PROGRESS", "COMPLETED"]),
  queue_position: z.number().int().optional(),
});
const made = z.object({ video: z.object({ url: z.url() }) });
const problem = z.object({
  detail: z.union([
    z.string(),
    z.array(z.object({ type: z.string(), loc: z.array(z.unknown()).default([]) })),
  ]),
});
const called = z.object({
  request_id: z.string().min(1),
  status: z.enum(["OK", "ERROR"]),
  payload: z.unknown(),
  error: z.string().nullish(),
});
const jwks = z.object({
  keys: z.array(z.object({ kty: z.string(), crv: z.string(), x: z.string() })),
});

/** Why a run failed, by the body that stands where its result would. Faults of fal are free. */
function failureOf(body: unknown, words: string): VendorFailure {
  const { data } = problem.safeParse(body);
  const details = Array.isArray(data?.detail) ? data.detail : [];
  const refused = details.find((detail) => detail.type === "content_policy_violation");
  if (refused !== undefined) {
    const isInput = refused.loc.includes("body");
    return failure(isInput ? "moderated_input" : "moderated_output", words);
  }
  if (details.length > 0) return failure("invalid_input", words);
  return failure("vendor_error", words, { retryable: true });
}

/** A model is two at fal: one that begins with words, one that begins with a picture. */
const pathOf = (version: string, { first_frame: first }: GenerateRequest["frames"]) =>
  first === undefined ? version : version.replace(/text-to-video$/u, "image-to-video");

const bodyOf = ({ prompt, negativePrompt, ratio, durationMs, frames }: GenerateRequest) => ({
  prompt,
  start_image_url: frames.first_frame,
  end_image_url: frames.last_frame,
  duration: String(Math.round(durationMs / 1_000)),
  aspect_ratio: ratio,
  generate_audio: false,
  ...(negativePrompt === null ? {} : { negative_prompt: negativePrompt }),
});

/** Of a finished run: its film, or what went wrong. */
function resultOf(body: unknown, words: string): VendorStatus {
  const film = made.safeParse(body).data;
  return film === undefined
    ? { state: "failed", failure: failureOf(body, words) }
    : { state: "succeeded", outputs: [film.video.url] };
}

/**
 * The keys that fal signs with. They are rotated without notice, so a signature that none of them
 * has made is a reason to look again.
 */
function createKeys(settings: VendorSettings) {
  let keys: z.infer<typeof jwks>["keys"] = [];
  return async (signature: Uint8Array<ArrayBuffer>, signed: string): Promise<boolean> => {
    if (await isSignedByKey(keys, signature, signed)) return true;
    const url = settings.jwksUrl ?? JWKS;
    const answer = await callVendor(settings, { method: "GET", url, headers: {} });
    const found = answer.kind === "answer" ? jwks.safeParse(answer.json).data : undefined;
    if (found !== undefined) keys = found.keys;
    return isSignedByKey(keys, signature, signed);
  };
}

async function verify(
  { rawBody, headers, nowMs }: Callback,
  isSigned: ReturnType<typeof createKeys>,
): Promise<CallbackOutcome> {
  const timestamp = headers["x-fal-webhook-timestamp"];
  const requestId = headers["x-fal-webhook-request-id"];
  const signature = fromHex(headers["x-fal-webhook-signature"] ?? "");
  const invalid = (internal: string) => ({ kind: "invalid", internal }) as const;
  if (signature === null || requestId === undefined) return invalid("no signature");
  if (!isRecent(timestamp, nowMs)) return invalid("too old");
  const user = headers["x-fal-webhook-user-id"] ?? "";
  const signed = [requestId, user, timestamp, await sha256Hex(rawBody)].join("\n");
  if (!(await isSigned(signature, signed))) return invalid("signature");
  const { data } = called.safeParse(parseJson(rawBody));
  if (data === undefined || data.request_id !== requestId) return invalid("no run");
  const status = resultOf(data.payload, data.error ?? "");
  return { kind: "valid", eventId: `${requestId}:${data.status}`, jobId: requestId, status };
}

function acceptRun(json: unknown): Extract<SubmitOutcome, { kind: "accepted" }> | null {
  const { data } = submitted.safeParse(json);
  if (data === undefined) return null;
  const urls = { status: data.status_url, response: data.response_url, cancel: data.cancel_url };
  return { kind: "accepted", handle: { jobId: data.request_id, urls } };
}

function statusOf(json: unknown): Extract<PollOutcome, { kind: "status" }> | null {
  const { data } = queued.safeParse(json);
  if (data === undefined) return null;
  if (data.status !== "IN_QUEUE") return { kind: "status", status: { state: "running" } };
  const position = data.queue_position;
  const where = position === undefined ? {} : { position };
  return { kind: "status", status: { state: "queued", ...where } };
}

/** One question about a job, at the address that fal gave for it. */
function createQuestions(
  settings: VendorSettings,
  headers: Readonly<Record<string, string>>,
  app: string,
) {
  return ({ jobId, urls }: VendorHandle, name: "status" | "response" | "cancel") => {
    // A callback brings no addresses; those of a request leave the model's sub-path out.
    const tail = name === "response" ? "" : `/${name}`;
    const own = `${settings.baseUrl}/${app}/requests/${encodeURIComponent(jobId)}${tail}`;
    const url = sameOrigin(settings, urls?.[name] ?? null) ?? own;
    return callVendor(settings, { method: name === "cancel" ? "PUT" : "GET", url, headers });
  };
}

async function readResult(asked: Promise<VendorAnswer>): Promise<PollOutcome> {
  const answer = await asked;
  const nothing = { kind: "unreachable", retryAfterMs: null } as const;
  if (answer.kind !== "answer" || answer.json === undefined) {
    return { ...nothing, internal: "no result" };
  }
  const { status, text, json } = answer;
  return status < 300 || status === 422 || status >= 500
    ? { kind: "status", status: resultOf(json, text) }
    : { ...nothing, internal: `${status} ${text}` };
}

export function createFal(settings: VendorSettings): Generator {
  const models = modelsOf("fal");
  const headers = {
    authorization: `Key ${settings.apiKey}`,
    "content-type": "application/json",
    // fal would run a failed job again by itself.
    "x-fal-no-retry": "1",
  };
  const app = clipModels["kling-3"].version.split("/").slice(0, 2).join("/");
  const ask = createQuestions(settings, headers, app);
  const isSigned = createKeys(settings);
  return {
    vendor: "fal",
    callsBack: true,
    ...models,
    async submit(request) {
      const version = models.capabilities(request.model)?.version ?? "";
      const { callbackUrl } = request;
      const query = callbackUrl === null ? "" : `?fal_webhook=${encodeURIComponent(callbackUrl)}`;
      const url = `${settings.baseUrl}/${pathOf(version, request.frames)}${query}`;
      const body = JSON.stringify(bodyOf(request));
      const answer = await callVendor(settings, { method: "POST", url, headers, body });
      return readSubmit(answer, acceptRun);
    },
    find: async () => ({ kind: "unsupported" }),
    async poll(handle) {
      const answer = await ask(handle, "status");
      const polled = readPoll(answer, ({ json }) => statusOf(json));
      const isOver =
        answer.kind === "answer" && queued.safeParse(answer.json).data?.status === "COMPLETED";
      return polled.kind === "status" && isOver ? readResult(ask(handle, "response")) : polled;
    },
    cancel: async (handle) => readCancel(await ask(handle, "cancel")),
    verifyCallback: (callback) => verify(callback, isSigned),
    outputHeaders: () => ({}),
  };
}
