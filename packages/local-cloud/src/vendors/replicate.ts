/** Replicate's predictions, with its list and its webhooks. */
import { SIMULATED_SECRET, SIMULATED_SECRET_NEXT } from "./vendor-env.ts";
import { given, json, textOf } from "./dialect.ts";
import type { Dialect, Reply, Site, Wanted, WireRequest } from "./dialect.ts";
import type { JobView, Stage } from "./job-book.ts";
import { signWebhook } from "./signing.ts";

const FPS = 16;
const STATUS: Readonly<Record<Stage, string>> = {
  queued: "starting",
  throttled: "starting",
  running: "processing",
  succeeded: "succeeded",
  failed: "failed",
  canceled: "canceled",
};

const ERRORS: Readonly<Record<string, string>> = {
  "moderated-input": "The input prompt was flagged as sensitive. (E005)",
  "moderated-output": "The video was flagged as sensitive. (E005)",
  "bad-picture": "cannot identify image file",
};

function predictionOf(view: JobView, site: Site) {
  const { job, stage } = view;
  const hasFilm = stage === "succeeded" && job.fault !== "no-output";
  const started = stage === "queued" ? null : new Date(job.acceptedAtMs + 1_000).toISOString();
  return {
    id: job.id,
    model: job.asked.model,
    input: job.asked.input,
    status: STATUS[stage],
    output: hasFilm ? site.fileUrl(view) : null,
    error: stage === "failed" ? (ERRORS[job.fault ?? ""] ?? "CUDA out of memory") : null,
    created_at: new Date(job.acceptedAtMs).toISOString(),
    started_at: started,
    metrics: {},
    urls: {
      get: `${site.base}/v1/predictions/${job.id}`,
      cancel: `${site.base}/v1/predictions/${job.id}/cancel`,
    },
  };
}

function readSubmit({ path, body }: WireRequest): Wanted {
  const frames = Number(textOf(body, "input", "num_frames"));
  const { input } = body as { input?: unknown };
  const isFromPicture = path[3]?.includes("-i2v") === true;
  if (isFromPicture !== (textOf(body, "input", "image") !== "")) {
    return { kind: "reply", reply: detail(422, "- input: image is required") };
  }
  return {
    kind: "submit",
    asked: {
      model: path.slice(2, 4).join("/"),
      prompt: textOf(body, "input", "prompt"),
      seconds: Math.round((frames - 1) / FPS),
      isTall: textOf(body, "input", "aspect_ratio") === "9:16",
      callbackUrl: textOf(body, "webhook") || null,
      tag: null,
      input,
    },
    refuse: null,
    pictures: given(textOf(body, "input", "image")),
    refusePicture: null,
    answer: (view, site) => json(201, predictionOf(view, site)),
  };
}

const detail = (status: number, title: string): Reply =>
  json(status, { title, detail: title, status });

export function createReplicateDialect(apiKey: string): Dialect {
  let secret = SIMULATED_SECRET;
  return {
    tariff: { microsPerSecond: 10_000, billsModerated: false },
    missing: detail(404, "Not found"),
    rotateKeys: () => {
      secret = SIMULATED_SECRET_NEXT;
    },
    read(request) {
      const { method, path } = request;
      if (request.headers["authorization"] !== `Bearer ${apiKey}`) {
        return { kind: "reply", reply: detail(401, "Unauthenticated") };
      }
      const [version, collection, id, action] = path;
      if (version !== "v1") return { kind: "reply", reply: detail(404, "Not found") };
      if (method === "POST" && collection === "models") return readSubmit(request);
      if (collection === "predictions" && id === undefined) {
        return {
          kind: "list",
          answer: (views, site) =>
            json(200, {
              previous: null,
              next: null,
              results: views.toReversed().map((view) => predictionOf(view, site)),
            }),
        };
      }
      if (collection === "predictions" && id !== undefined && action === "cancel") {
        return {
          kind: "cancel",
          jobId: id,
          answer: (_did, view, site) => json(200, predictionOf(view, site)),
        };
      }
      return {
        kind: "poll",
        jobId: id ?? "",
        answer: (view, site) => json(200, predictionOf(view, site)),
      };
    },
    callback(view, site) {
      const body = JSON.stringify(predictionOf(view, site));
      return signWebhook(secret, { id: `msg_${view.job.id}`, atMs: site.nowMs, body });
    },
  };
}
