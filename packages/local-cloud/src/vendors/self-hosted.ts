/** A model of one's own, by the protocol that packages/adapters/src/generator/self-hosted.ts tells. */
import { SIMULATED_SECRET, SIMULATED_SECRET_NEXT } from "./vendor-env.ts";
import { given, json, textOf } from "./dialect.ts";
import type { Dialect, Site, Wanted, WireRequest } from "./dialect.ts";
import type { JobView, Stage } from "./job-book.ts";
import { signWebhook } from "./signing.ts";

const STATUS: Readonly<Record<Stage, string>> = {
  queued: "queued",
  throttled: "queued",
  running: "running",
  succeeded: "succeeded",
  failed: "failed",
  canceled: "canceled",
};

function jobOf(view: JobView, site: Site) {
  const { job, stage, progress, billedMicros } = view;
  const isOver = stage === "succeeded" || stage === "failed" || stage === "canceled";
  const code = job.fault === "moderated-output" ? "moderated_output" : "internal";
  return {
    id: job.id,
    request_id: job.asked.tag,
    status: STATUS[stage],
    progress: Math.floor(progress * 100),
    ...(isOver ? { cost_micros: billedMicros } : {}),
    ...(stage === "succeeded" && job.fault !== "no-output"
      ? { output_url: site.fileUrl(view) }
      : {}),
    ...(stage === "failed" ? { error: { code, message: "It went wrong." } } : {}),
  };
}

function readSubmit({ headers, body }: WireRequest): Wanted {
  return {
    kind: "submit",
    asked: {
      model: "self-hosted",
      prompt: textOf(body, "prompt"),
      seconds: Number(textOf(body, "duration_ms")) / 1_000,
      isTall: textOf(body, "ratio") === "9:16",
      callbackUrl: textOf(body, "callback_url") || null,
      tag: headers["idempotency-key"] ?? null,
      input: body,
    },
    refuse: () => json(422, { error: { code: "moderated_input" } }),
    pictures: given(textOf(body, "first_frame_url"), textOf(body, "last_frame_url")),
    refusePicture: () => json(422, { error: { code: "invalid" } }),
    answer: (view, site) => json(202, jobOf(view, site)),
  };
}

export function createSelfHostedDialect(apiKey: string): Dialect {
  let secret = SIMULATED_SECRET;
  return {
    tariff: { microsPerSecond: 0, billsModerated: false },
    missing: json(404, { error: { code: "unknown" } }),
    fileHeader: { name: "authorization", value: `Bearer ${apiKey}` },
    rotateKeys: () => {
      secret = SIMULATED_SECRET_NEXT;
    },
    read(request) {
      if (request.headers["authorization"] !== `Bearer ${apiKey}`) {
        return { kind: "reply", reply: json(401, { error: { code: "key" } }) };
      }
      const { method, path, query } = request;
      const id = path[2];
      if (method === "POST") return readSubmit(request);
      if (id === undefined) {
        const wanted = query.get("request_id");
        return {
          kind: "list",
          answer: (views, site) => {
            const mine = views.filter((view) => view.job.asked.tag === wanted);
            return json(200, { jobs: mine.map((view) => jobOf(view, site)) });
          },
        };
      }
      if (method === "DELETE") {
        return { kind: "cancel", jobId: id, answer: (did) => json(did ? 200 : 409, {}) };
      }
      return { kind: "poll", jobId: id, answer: (view, site) => json(200, jobOf(view, site)) };
    },
    callback(view, site) {
      const body = JSON.stringify(jobOf(view, site));
      return signWebhook(secret, { id: `evt_${view.job.id}`, atMs: site.nowMs, body });
    },
  };
}
