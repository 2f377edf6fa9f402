/**
 * Luma Agents. Create and get, nothing else: no cancel, no list, no callback. Its links live for
 * an hour, and each get makes new ones.
 */
import type { VendorFailure, VendorFailureClass, VendorStatus } from "@cutroom/domain";
import type { Generator, GenerateRequest } from "@cutroom/ports";
import { z } from "zod";
import { callVendor } from "./call-vendor.ts";
import type { VendorSettings } from "./call-vendor.ts";
import { modelsOf } from "./price.ts";
import { failure, readPoll, readSubmit } from "./read-answer.ts";

const generation = z.object({
  id: z.string().min(1),
  state: z.enum(["queued", "processing", "completed", "failed"]),
  failure_code: z.string().nullish(),
  failure_reason: z.string().nullish(),
  output: z.array(z.object({ url: z.url() })).nullish(),
});
type Generation = z.infer<typeof generation>;

const CLASSES: Readonly<Record<string, VendorFailureClass>> = {
  content_moderated: "moderated_output",
  budget_exhausted: "quota",
  image_too_large: "invalid_input",
  unsupported_format: "invalid_input",
  corrupt_input: "invalid_input",
  invalid_request: "invalid_input",
  rate_limited: "rate_limited",
};

function failureOf({ failure_code: code, failure_reason: reason }: Generation): VendorFailure {
  const kind = CLASSES[code ?? ""] ?? "vendor_error";
  const retryable = kind === "vendor_error" || kind === "rate_limited";
  // No document says whether a failed run is charged for.
  const billed = kind === "moderated_output" ? "no" : "unknown";
  return failure(kind, `${code ?? ""} ${reason ?? ""}`.trim(), { retryable, billed });
}

function statusOf(of: Generation): VendorStatus {
  switch (of.state) {
    case "queued":
      return { state: "queued" };
    case "processing":
      return { state: "running" };
    case "failed":
      return { state: "failed", failure: failureOf(of) };
    case "completed": {
      const outputs = (of.output ?? []).map(({ url }) => url);
      if (outputs.length > 0) return { state: "succeeded", outputs };
      return {
        state: "failed",
        failure: failure("vendor_error", "completed without an output", { billed: "unknown" }),
      };
    }
  }
}

const frameOf = (name: string, url: string | undefined) =>
  url === undefined ? {} : { [name]: { url } };

const bodyOf = (
  { requestId, prompt, ratio, durationMs, frames }: GenerateRequest,
  model: string,
) => ({
  model,
  type: "video",
  prompt,
  aspect_ratio: ratio,
  video: {
    duration: `${Math.round(durationMs / 1_000)}s`,
    resolution: "720p",
    ...frameOf("start_frame", frames.first_frame),
    ...frameOf("end_frame", frames.last_frame),
  },
  // Shown in the vendor's console: whoever clears up a doubt finds the request by it.
  user_id: requestId,
});

export function createLuma(settings: VendorSettings): Generator {
  const models = modelsOf("luma");
  const headers = {
    authorization: `Bearer ${settings.apiKey}`,
    "content-type": "application/json",
  };
  const all = `${settings.baseUrl}/v1/generations`;
  const read = (json: unknown) => generation.safeParse(json).data ?? null;
  return {
    vendor: "luma",
    callsBack: false,
    ...models,
    async submit(request) {
      const model = models.capabilities(request.model)?.version ?? "";
      const body = JSON.stringify(bodyOf(request, model));
      const answer = await callVendor(settings, { method: "POST", url: all, headers, body });
      return readSubmit(
        answer,
        (json) => {
          const made = read(json);
          return made === null ? null : { kind: "accepted", handle: { jobId: made.id } };
        },
        ({ text }) => (text.includes("content_moderated") ? "moderated_input" : null),
      );
    },
    find: async () => ({ kind: "unsupported" }),
    async poll({ jobId }) {
      const url = `${all}/${encodeURIComponent(jobId)}`;
      const answer = await callVendor(settings, { method: "GET", url, headers });
      return readPoll(answer, ({ json }) => {
        const found = read(json);
        return found === null ? null : { kind: "status", status: statusOf(found) };
      });
    },
    cancel: async () => "unsupported",
    verifyCallback: async () => ({ kind: "unsupported" }),
    outputHeaders: () => ({}),
  };
}
