/** fal's queue: an address for every question, and COMPLETED for whatever is over. */
import { given, json, textOf } from "./dialect.ts";
import type { Dialect, Reply, Site, Wanted, WireRequest } from "./dialect.ts";
import type { JobView } from "./job-book.ts";
import { createKeyRing, sha256Hex } from "./signing.ts";

const APP_SEGMENTS = 2;
const USER = "simulated-user";

const policy = (where: string) => ({
  detail: [{ loc: [where, "prompt"], msg: "flagged", type: "content_policy_violation" }],
});

const BAD_PICTURE = {
  detail: [
    {
      loc: ["body", "start_image_url"],
      msg: "Failed to load the image.",
      type: "image_load_error",
    },
  ],
};

/** What stands where the result of a finished run would. */
function resultOf(view: JobView, site: Site): { status: number; body: unknown } {
  const { job, stage } = view;
  if (stage === "succeeded") {
    const film = { video: { url: site.fileUrl(view), content_type: "video/mp4" }, seed: 1 };
    return { status: 200, body: job.fault === "no-output" ? { video: null } : film };
  }
  if (job.fault === "moderated-input") return { status: 422, body: policy("body") };
  if (job.fault === "moderated-output") return { status: 422, body: policy("output") };
  if (job.fault === "bad-picture") return { status: 422, body: BAD_PICTURE };
  return { status: 500, body: { detail: "runner gone", error_type: "runner_disconnected" } };
}

function statusOf({ stage }: JobView): Reply {
  if (stage === "queued" || stage === "throttled") {
    return json(202, { status: "IN_QUEUE", queue_position: 2 });
  }
  return stage === "running"
    ? json(202, { status: "IN_PROGRESS" })
    : json(200, { status: "COMPLETED" });
}

function readSubmit({ path, query, body }: WireRequest): Wanted {
  const app = path.slice(0, APP_SEGMENTS).join("/");
  const first = textOf(body, "start_image_url");
  const lacks = path.at(-1) === "image-to-video" && first === "" ? "start_image_url" : null;
  if (lacks !== null) {
    const detail = [{ loc: ["body", lacks], msg: "Field required", type: "missing" }];
    return { kind: "reply", reply: json(422, { detail }) };
  }
  return {
    kind: "submit",
    asked: {
      model: path.join("/"),
      prompt: textOf(body, "prompt"),
      seconds: Number(textOf(body, "duration")),
      isTall: textOf(body, "aspect_ratio") === "9:16",
      callbackUrl: query.get("fal_webhook"),
      tag: null,
      input: body,
    },
    refuse: null,
    pictures: given(first, textOf(body, "end_image_url")),
    refusePicture: null,
    answer: ({ job }, site) => {
      const base = `${site.base}/${app}/requests/${job.id}`;
      return json(200, {
        request_id: job.id,
        gateway_request_id: job.id,
        status: "IN_QUEUE",
        queue_position: 3,
        response_url: base,
        status_url: `${base}/status`,
        cancel_url: `${base}/cancel`,
      });
    },
  };
}

function readQuestion({ method, path }: WireRequest): Wanted {
  const [jobId = "", question] = path.slice(APP_SEGMENTS + 1);
  if (method === "PUT" && question === "cancel") {
    return {
      kind: "cancel",
      jobId,
      onlyQueued: true,
      answer: (did) =>
        did
          ? json(202, { status: "CANCELLATION_REQUESTED" })
          : json(400, { status: "ALREADY_COMPLETED" }),
    };
  }
  if (question === "status") return { kind: "poll", jobId, answer: statusOf };
  return {
    kind: "poll",
    jobId,
    answer: (view, site) => {
      const isOver = view.stage === "succeeded" || view.stage === "failed";
      const { status, body } = resultOf(view, site);
      return isOver ? json(status, body) : json(400, { detail: "Request is still in progress" });
    },
  };
}

export function createFalDialect(apiKey: string): Dialect {
  const keys = createKeyRing();
  return {
    tariff: { microsPerSecond: 84_000, billsModerated: false },
    missing: json(404, { detail: "Not found" }),
    rotateKeys: () => keys.rotate(),
    read(request) {
      if (request.path.join("/") === ".well-known/jwks.json") {
        return { kind: "reply", reply: json(200, keys.jwks()) };
      }
      if (request.headers["authorization"] !== `Key ${apiKey}`) {
        return { kind: "reply", reply: json(401, { detail: "No user found" }) };
      }
      if (request.path[APP_SEGMENTS] === "requests") return readQuestion(request);
      return request.method === "POST"
        ? readSubmit(request)
        : { kind: "reply", reply: json(405, { detail: "Method not allowed" }) };
    },
    callback(view, site) {
      const { status, body: payload } = resultOf(view, site);
      const isOk = status < 300;
      const body = JSON.stringify({
        request_id: view.job.id,
        gateway_request_id: view.job.id,
        status: isOk ? "OK" : "ERROR",
        payload,
        ...(isOk ? {} : { error: `Unexpected status code: ${status}` }),
      });
      const timestamp = String(Math.floor(site.nowMs / 1_000));
      const signed = [view.job.id, USER, timestamp, sha256Hex(body)].join("\n");
      return {
        body,
        headers: {
          "x-fal-webhook-request-id": view.job.id,
          "x-fal-webhook-user-id": USER,
          "x-fal-webhook-timestamp": timestamp,
          "x-fal-webhook-signature": keys.sign(signed),
        },
      };
    },
  };
}
