/**
 * Veo by the Gemini API. A refusal is `done` without samples and without an error, and is free;
 * films are fetched with the key, and pictures go with the request. It can cancel nothing and lists
 * nothing. Its webhooks are left out until their messages are documented: asking does the same.
 */
import type { FrameRole, VendorStatus } from "@cutroom/domain";
import type { Generator, GenerateRequest } from "@cutroom/ports";
import { z } from "zod";
import { callVendor } from "./call-vendor.ts";
import type { VendorSettings } from "./call-vendor.ts";
import { modelsOf } from "./price.ts";
import { failure, readPoll, readSubmit } from "./read-answer.ts";
import { readPictures, toBase64 } from "./read-pictures.ts";
import type { Picture } from "./read-pictures.ts";

const NAME = /^models\/[\w.-]+\/operations\/[\w.-]+$/u;
const MODERATED = /usage guidelines|sensitive words|responsible ai|safety/iu;
/** A request has room for 20 MB in all: two pictures, a third longer in base64. */
const PICTURE_MAX_BYTES = 7_000_000;
/** google.rpc.Code */
const INVALID_ARGUMENT = 3;
const RESOURCE_EXHAUSTED = 8;

const started = z.object({ name: z.string().regex(NAME) });
const operation = z.object({
  name: z.string(),
  done: z.boolean().default(false),
  error: z.object({ code: z.number(), message: z.string().default("") }).optional(),
  response: z
    .object({
      generateVideoResponse: z
        .object({
          generatedSamples: z.array(z.object({ video: z.object({ uri: z.url() }) })).default([]),
          raiMediaFilteredCount: z.number().default(0),
          raiMediaFilteredReasons: z.array(z.string()).default([]),
        })
        .optional(),
    })
    .optional(),
});
type Operation = z.infer<typeof operation>;

function failed({ code, message }: NonNullable<Operation["error"]>): VendorStatus {
  const words = `${code} ${message}`;
  if (MODERATED.test(message)) {
    return { state: "failed", failure: failure("moderated_input", words) };
  }
  if (code === INVALID_ARGUMENT)
    return { state: "failed", failure: failure("invalid_input", words) };
  const kind = code === RESOURCE_EXHAUSTED ? "rate_limited" : "vendor_error";
  return { state: "failed", failure: failure(kind, words, { retryable: true }) };
}

function statusOf({ done, error, response }: Operation): VendorStatus {
  if (!done) return { state: "running" };
  if (error !== undefined) return failed(error);
  const made = response?.generateVideoResponse;
  const outputs = (made?.generatedSamples ?? []).map(({ video }) => video.uri);
  if (outputs.length > 0) return { state: "succeeded", outputs };
  const reasons = made?.raiMediaFilteredReasons ?? [];
  if ((made?.raiMediaFilteredCount ?? 0) > 0 || reasons.length > 0) {
    return { state: "failed", failure: failure("moderated_output", reasons.join(" ")) };
  }
  const nothing = failure("vendor_error", "done without samples", { billed: "unknown" });
  return { state: "failed", failure: nothing };
}

const imageOf = (name: string, picture: Picture | undefined) =>
  picture === undefined
    ? {}
    : { [name]: { bytesBase64Encoded: toBase64(picture.bytes), mimeType: picture.mimeType } };

const bodyOf = (
  { prompt, negativePrompt, ratio, durationMs }: GenerateRequest,
  pictures: Partial<Record<FrameRole, Picture>>,
) => ({
  instances: [
    {
      prompt,
      ...imageOf("image", pictures.first_frame),
      ...imageOf("lastFrame", pictures.last_frame),
    },
  ],
  parameters: {
    aspectRatio: ratio,
    resolution: "720p",
    durationSeconds: Math.round(durationMs / 1_000),
    sampleCount: 1,
    ...(negativePrompt === null ? {} : { negativePrompt }),
  },
});

export function createVeo(settings: VendorSettings): Generator {
  const models = modelsOf("veo");
  const key = { "x-goog-api-key": settings.apiKey };
  const headers = { ...key, "content-type": "application/json" };
  return {
    vendor: "veo",
    callsBack: false,
    ...models,
    async submit(request) {
      const model = models.capabilities(request.model)?.version ?? "";
      const url = `${settings.baseUrl}/v1beta/models/${model}:predictLongRunning`;
      const pictures = await readPictures(request.frames, PICTURE_MAX_BYTES);
      if (pictures.kind === "refused") return pictures;
      const body = JSON.stringify(bodyOf(request, pictures.of));
      const answer = await callVendor(settings, { method: "POST", url, headers, body });
      return readSubmit(
        answer,
        (json) => {
          const { data } = started.safeParse(json);
          return data === undefined ? null : { kind: "accepted", handle: { jobId: data.name } };
        },
        ({ status, text }) => (status === 400 && MODERATED.test(text) ? "moderated_input" : null),
      );
    },
    find: async () => ({ kind: "unsupported" }),
    async poll({ jobId }) {
      const url = `${settings.baseUrl}/v1beta/${jobId}`;
      const answer = await callVendor(settings, { method: "GET", url, headers });
      return readPoll(answer, ({ json }) => {
        const { data } = operation.safeParse(json);
        return data === undefined ? null : { kind: "status", status: statusOf(data) };
      });
    },
    cancel: async () => "unsupported",
    verifyCallback: async () => ({ kind: "unsupported" }),
    outputHeaders: (url) => (new URL(url).origin === new URL(settings.baseUrl).origin ? key : {}),
  };
}
