/** Runway's protocol, 2024-11-06: no webhooks, no list, DELETE forgets. */
import { given, json, textOf } from "./dialect.ts";
import type { Dialect, Reply, WireRequest } from "./dialect.ts";
import type { JobView } from "./job-book.ts";

const CREDITS_PER_SECOND = 12;
const VERSION = "2024-11-06";
const RATIOS = new Set(["1280:720", "720:1280"]);
const KNOWN: ReadonlySet<string> = new Set(
  "model promptText promptImage ratio duration seed contentModeration".split(" "),
);

const refuse = (status: number, error: string): Reply => json(status, { error });

/** An address, or one with its place in the clip; needed by image_to_video and unknown elsewhere. */
function imageOf(body: Record<string, unknown>): string | null {
  const [first] = [body["promptImage"]].flat();
  const uri =
    typeof first === "object" && first !== null ? (first as Record<string, unknown>)["uri"] : first;
  return typeof uri === "string" && /^(https?:|data:image)/.test(uri) ? uri : null;
}

function wrong(body: Record<string, unknown>, wantsImage: boolean): string | null {
  if (wantsImage !== (imageOf(body) !== null)) return "promptImage";
  const strange = Object.keys(body).find((key) => !KNOWN.has(key));
  if (strange !== undefined) return `unknown field ${strange}`;
  const duration = Number(body["duration"]);
  if (!Number.isInteger(duration) || duration < 2 || duration > 10) return "duration";
  if (!RATIOS.has(textOf(body, "ratio"))) return "ratio";
  return textOf(body, "promptText") === "" ? "promptText" : null;
}

function taskOf(view: JobView, file: () => string): Record<string, unknown> {
  const { job, stage, progress, billedMicros } = view;
  const cost = { cost: { credits: billedMicros / 10_000 } };
  const head = { id: job.id, createdAt: new Date(job.acceptedAtMs).toISOString() };
  switch (stage) {
    case "queued":
      return { ...head, status: "PENDING" };
    case "throttled":
      return { ...head, status: "THROTTLED" };
    case "running":
      return { ...head, status: "RUNNING", progress };
    case "canceled":
      return { ...head, status: "CANCELLED", ...cost };
    case "succeeded":
      return job.fault === "no-output"
        ? { ...head, status: "SUCCEEDED", output: [], ...cost }
        : { ...head, status: "SUCCEEDED", output: [file()], ...cost };
    case "failed": {
      const failureCode =
        job.fault === "moderated-input"
          ? "SAFETY.INPUT.TEXT"
          : job.fault === "moderated-output"
            ? "SAFETY.OUTPUT.VIDEO"
            : job.fault === "bad-picture"
              ? "ASSET.INVALID"
              : "INTERNAL";
      return { ...head, status: "FAILED", failure: "It went wrong.", failureCode, ...cost };
    }
  }
}

function readSubmit({ body, path }: WireRequest): ReturnType<Dialect["read"]> {
  const fields = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  const problem = wrong(fields, path[1] === "image_to_video");
  if (problem !== null) return { kind: "reply", reply: refuse(400, problem) };
  const seconds = Number(fields["duration"]);
  return {
    kind: "submit",
    asked: {
      model: textOf(fields, "model"),
      prompt: textOf(fields, "promptText"),
      seconds,
      isTall: fields["ratio"] === "720:1280",
      callbackUrl: null,
      tag: null,
      input: fields,
    },
    refuse: null,
    pictures: given(imageOf(fields) ?? ""),
    refusePicture: null,
    answer: ({ job }) =>
      json(200, { id: job.id, estimatedCost: { credits: seconds * CREDITS_PER_SECOND } }),
  };
}

export const createRunwayDialect = (apiKey: string): Dialect => ({
  tariff: { microsPerSecond: CREDITS_PER_SECOND * 10_000, billsModerated: true },
  missing: refuse(404, "Not found"),
  read(request) {
    if (request.headers["authorization"] !== `Bearer ${apiKey}`) {
      return { kind: "reply", reply: refuse(401, "Unauthorized") };
    }
    if (request.headers["x-runway-version"] !== VERSION) {
      return { kind: "reply", reply: refuse(400, "X-Runway-Version") };
    }
    const [version, collection, id] = request.path;
    const makes = collection === "text_to_video" || collection === "image_to_video";
    if (version === "v1" && request.method === "POST" && makes) {
      return readSubmit(request);
    }
    if (version === "v1" && collection === "tasks" && id !== undefined) {
      if (request.method === "DELETE") {
        return { kind: "cancel", jobId: id, forgets: true, answer: () => ({ status: 204 }) };
      }
      return {
        kind: "poll",
        jobId: id,
        answer: (view, site) =>
          json(
            200,
            taskOf(view, () => site.fileUrl(view)),
          ),
      };
    }
    return { kind: "reply", reply: refuse(405, "Method not allowed") };
  },
});
