/** Veo by the Gemini API: long-running operations, and films behind the key. */
import { given, json, textOf } from "./dialect.ts";
import type { Dialect, Site, Wanted, WireRequest } from "./dialect.ts";
import type { JobView } from "./job-book.ts";

const failure = (code: number, status: string, message: string) => ({
  error: { code, status, message },
});

const FILTERED = {
  raiMediaFilteredCount: 1,
  raiMediaFilteredReasons: ["It might violate the usage guidelines. You have not been charged."],
};

function responseOf(view: JobView, site: Site) {
  const { fault } = view.job;
  if (fault === "moderated-output") return { response: { generateVideoResponse: FILTERED } };
  if (fault === "no-output") return { response: { generateVideoResponse: {} } };
  if (view.stage === "failed") return { error: { code: 13, message: "internal" } };
  const generatedSamples = [{ video: { uri: site.fileUrl(view) } }];
  return { response: { generateVideoResponse: { generatedSamples } } };
}

const nameOf = (view: JobView) => `models/${view.job.asked.model}/operations/${view.job.id}`;

/** Bytes within the request, as an address that holds them; empty: there are none. */
function imageOf(instance: unknown, name: string): string {
  const bytes = textOf(instance, name, "bytesBase64Encoded");
  return bytes === "" ? "" : `data:${textOf(instance, name, "mimeType")};base64,${bytes}`;
}

function readSubmit({ path, body }: WireRequest): Wanted {
  const model = (path[2] ?? "").replace(/:predictLongRunning$/u, "");
  const { instances } = body as { instances?: readonly unknown[] };
  const pictures = given(imageOf(instances?.[0], "image"), imageOf(instances?.[0], "lastFrame"));
  const seconds = Number(textOf(body, "parameters", "durationSeconds"));
  if (pictures.length > 1 && seconds !== 8) {
    const words = "The durationSeconds must be 8 with a lastFrame.";
    return { kind: "reply", reply: json(400, failure(400, "INVALID_ARGUMENT", words)) };
  }
  return {
    kind: "submit",
    asked: {
      model,
      prompt: textOf(instances?.[0], "prompt"),
      seconds,
      isTall: textOf(body, "parameters", "aspectRatio") === "9:16",
      callbackUrl: null,
      tag: null,
      input: null,
    },
    pictures,
    refusePicture: () =>
      json(400, failure(400, "INVALID_ARGUMENT", "Unable to process input image.")),
    refuse: () =>
      json(400, failure(400, "INVALID_ARGUMENT", "The prompt contains sensitive words.")),
    answer: (view) => json(200, { name: nameOf(view) }),
  };
}

export const createVeoDialect = (apiKey: string): Dialect => ({
  tariff: { microsPerSecond: 150_000, billsModerated: false },
  missing: json(404, failure(404, "NOT_FOUND", "Operation not found")),
  fileHeader: { name: "x-goog-api-key", value: apiKey },
  read(request) {
    if (request.headers["x-goog-api-key"] !== apiKey) {
      return { kind: "reply", reply: json(403, failure(403, "PERMISSION_DENIED", "API key")) };
    }
    if (request.method === "POST") return readSubmit(request);
    return {
      kind: "poll",
      jobId: request.path.at(-1) ?? "",
      answer: (view, site) => {
        const isOver = view.stage === "succeeded" || view.stage === "failed";
        return json(200, {
          name: nameOf(view),
          ...(isOver ? { done: true, ...responseOf(view, site) } : {}),
        });
      },
    };
  },
});
