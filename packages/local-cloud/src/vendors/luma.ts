/** Luma Agents: create and get. */
import { given, json, textOf } from "./dialect.ts";
import type { Dialect, Site, Wanted, WireRequest } from "./dialect.ts";
import type { JobView, Stage } from "./job-book.ts";

const STATE: Readonly<Record<Stage, string>> = {
  queued: "queued",
  throttled: "queued",
  running: "processing",
  succeeded: "completed",
  failed: "failed",
  canceled: "failed",
};

const CODES: Readonly<Record<string, string>> = {
  "moderated-output": "content_moderated",
  "bad-picture": "corrupt_input",
};

function generationOf(view: JobView, site: Site) {
  const { job, stage } = view;
  return {
    id: job.id,
    created_at: new Date(job.acceptedAtMs).toISOString(),
    model: job.asked.model,
    type: "video",
    state: STATE[stage],
    ...(stage === "failed"
      ? {
          failure_code: CODES[job.fault ?? ""] ?? "generation_failed",
          failure_reason: "It went wrong.",
        }
      : {}),
    ...(stage === "succeeded"
      ? { output: job.fault === "no-output" ? [] : [{ type: "video", url: site.fileUrl(view) }] }
      : {}),
  };
}

function readSubmit({ body }: WireRequest): Wanted {
  return {
    kind: "submit",
    asked: {
      model: textOf(body, "model"),
      prompt: textOf(body, "prompt"),
      seconds: Number.parseInt(textOf(body, "video", "duration"), 10),
      isTall: textOf(body, "aspect_ratio") === "9:16",
      callbackUrl: null,
      tag: textOf(body, "user_id"),
      input: body,
    },
    pictures: given(
      textOf(body, "video", "start_frame", "url"),
      textOf(body, "video", "end_frame", "url"),
    ),
    refusePicture: null,
    refuse: () => json(422, { failure_code: "content_moderated", detail: "refused" }),
    answer: (view, site) => json(201, generationOf(view, site)),
  };
}

export const createLumaDialect = (apiKey: string): Dialect => ({
  tariff: { microsPerSecond: 216_000, billsModerated: false },
  missing: json(404, { detail: "Generation not found" }),
  read(request) {
    if (request.headers["authorization"] !== `Bearer ${apiKey}`) {
      return { kind: "reply", reply: json(401, { detail: "Not authenticated" }) };
    }
    const [, , id] = request.path;
    if (request.method === "POST") return readSubmit(request);
    return {
      kind: "poll",
      jobId: id ?? "",
      answer: (view, site) => json(200, generationOf(view, site)),
    };
  },
});
