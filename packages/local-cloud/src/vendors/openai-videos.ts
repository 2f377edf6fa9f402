/** The Videos API that OpenAI has retired, as gateways still speak it. */
import { json, textOf } from "./dialect.ts";
import type { Dialect, Wanted, WireRequest } from "./dialect.ts";
import type { JobView, Stage } from "./job-book.ts";

const STATUS: Readonly<Record<Stage, string>> = {
  queued: "queued",
  throttled: "queued",
  running: "in_progress",
  succeeded: "completed",
  failed: "failed",
  canceled: "failed",
};

function videoOf(view: JobView) {
  const { job, stage, progress } = view;
  const { asked } = job;
  const isEmpty = stage === "succeeded" && job.fault === "no-output";
  const isModerated = job.fault === "moderated-output";
  const error = isModerated
    ? { code: "moderation_blocked", message: "The output was blocked." }
    : { code: "server_error", message: "It went wrong." };
  return {
    id: job.id,
    object: "video",
    created_at: Math.floor(job.acceptedAtMs / 1_000),
    model: asked.model,
    prompt: asked.prompt,
    seconds: String(asked.seconds),
    size: asked.isTall ? "720x1280" : "1280x720",
    progress: Math.floor(progress * 100),
    status: isEmpty ? "failed" : STATUS[stage],
    error: stage === "failed" || isEmpty ? error : null,
  };
}

const failure = (message: string, code: string | null = null) => ({
  error: { message, type: "invalid_request_error", code },
});

function readSubmit({ body }: WireRequest): Wanted {
  const { input_reference: file } = body as { readonly input_reference?: unknown };
  return {
    kind: "submit",
    asked: {
      model: textOf(body, "model"),
      prompt: textOf(body, "prompt"),
      seconds: Number(textOf(body, "seconds")),
      isTall: textOf(body, "size") === "720x1280",
      callbackUrl: null,
      tag: null,
      input: body,
    },
    refuse: () => json(400, failure("Your request was blocked.", "moderation_blocked")),
    pictures: file instanceof Blob ? [file] : [],
    refusePicture: () => json(400, failure("The input_reference is no valid image.")),
    answer: (view) => json(200, videoOf(view)),
  };
}

export const createOpenAiVideosDialect = (apiKey: string): Dialect => ({
  tariff: { microsPerSecond: 100_000, billsModerated: false },
  missing: json(404, failure("Video not found")),
  read({ method, path, headers, ...request }) {
    if (headers["authorization"] !== `Bearer ${apiKey}`) {
      return { kind: "reply", reply: json(401, failure("Incorrect API key provided")) };
    }
    const [, id, part] = path;
    if (method === "POST") return readSubmit({ method, path, headers, ...request });
    if (id === undefined) {
      return {
        kind: "list",
        answer: (views) =>
          json(200, { object: "list", data: views.toReversed().map(videoOf), has_more: false }),
      };
    }
    if (part === "content") return { kind: "film", jobId: id };
    return { kind: "poll", jobId: id, answer: (view) => json(200, videoOf(view)) };
  },
});
