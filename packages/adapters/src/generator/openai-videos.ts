/**
 * Whatever speaks the Videos API that OpenAI has retired: gateways and servers of one's own. It
 * lists what it has, so a lost answer is found; films are fetched with the key, and the picture that
 * a clip begins with is a file of the form. Servers that want it in the clip's very size refuse others.
 */
import type { VendorFailure, VendorStatus } from "@cutroom/domain";
import type { FindOutcome, Generator, GenerateRequest } from "@cutroom/ports";
import { z } from "zod";
import { callVendor } from "./call-vendor.ts";
import type { VendorSettings } from "./call-vendor.ts";
import { modelsOf } from "./price.ts";
import { failure, listOutcome, readPoll, readSubmit } from "./read-answer.ts";
import { readPictures } from "./read-pictures.ts";

const SIZES: Readonly<Record<string, string>> = { "16:9": "1280x720", "9:16": "720x1280" };
const PICTURE_MAX_BYTES = 10_000_000;
const CLOCK_SLACK_MS = 60_000;
const PAGE = 100;
const MOST_PAGES = 10;

const video = z.object({
  id: z.string().min(1),
  status: z.enum(["queued", "in_progress", "completed", "failed"]),
  progress: z.number().nullish(),
  created_at: z.number().optional(),
  prompt: z.string().nullish(),
  seconds: z.union([z.string(), z.number()]).nullish(),
  size: z.string().nullish(),
  error: z.object({ code: z.string(), message: z.string().default("") }).nullish(),
});
type Video = z.infer<typeof video>;
const list = z.object({ data: z.array(video), has_more: z.boolean().default(false) });

function failureOf({ error }: Video): VendorFailure {
  const internal = `${error?.code ?? ""} ${error?.message ?? ""}`.trim();
  const isModerated = /moderation|content_policy/iu.test(internal);
  if (!isModerated) return failure("vendor_error", internal, { retryable: true });
  return failure(
    /input|prompt/iu.test(internal) ? "moderated_input" : "moderated_output",
    internal,
  );
}

const secondsOf = ({ durationMs }: GenerateRequest) => String(Math.round(durationMs / 1_000));

function isOf(request: GenerateRequest & { submittedAtMs: number }, found: Video): boolean {
  return (
    (found.created_at ?? 0) * 1_000 >= request.submittedAtMs - CLOCK_SLACK_MS &&
    found.prompt === request.prompt &&
    String(found.seconds) === secondsOf(request) &&
    found.size === SIZES[request.ratio]
  );
}

/** Everything since the request, page by page, newest first. */
async function findInList(
  settings: VendorSettings,
  headers: Readonly<Record<string, string>>,
  request: GenerateRequest & { readonly submittedAtMs: number },
): Promise<FindOutcome> {
  const handles: { jobId: string }[] = [];
  let after: string | null = "";
  for (let turn = 0; after !== null && turn < MOST_PAGES; turn += 1) {
    const from = after === "" ? "" : `&after=${encodeURIComponent(after)}`;
    const url = `${settings.baseUrl}/videos?limit=${PAGE}&order=desc${from}`;
    const answer = await callVendor(settings, { method: "GET", url, headers });
    const page = answer.kind === "answer" ? list.safeParse(answer.json).data : undefined;
    if (page === undefined) return { kind: "undecided", internal: "no list" };
    const mine = page.data.filter((found) => isOf(request, found));
    handles.push(...mine.map(({ id }) => ({ jobId: id })));
    const last = page.data.at(-1);
    const oldestMs = (last?.created_at ?? 0) * 1_000;
    const goesOn = page.has_more && oldestMs >= request.submittedAtMs - CLOCK_SLACK_MS;
    after = goesOn ? (last?.id ?? null) : null;
  }
  if (after !== null) return { kind: "undecided", internal: "a list without an end" };
  return listOutcome(handles);
}

export function createOpenAiVideos(
  settings: VendorSettings & { readonly model?: string },
): Generator {
  const models = modelsOf("openai-videos");
  const headers = { authorization: `Bearer ${settings.apiKey}` };
  const all = `${settings.baseUrl}/videos`;
  const read = (json: unknown) => video.safeParse(json).data ?? null;
  const fileOf = (id: string) => `${all}/${encodeURIComponent(id)}/content`;

  const statusOf = (of: Video): VendorStatus => {
    switch (of.status) {
      case "queued":
        return { state: "queued" };
      case "in_progress":
        return { state: "running", progress: of.progress ?? 0 };
      case "completed":
        return { state: "succeeded", outputs: [fileOf(of.id)] };
      case "failed":
        return { state: "failed", failure: failureOf(of) };
    }
  };

  return {
    vendor: "openai-videos",
    callsBack: false,
    ...models,
    async submit(request) {
      const pictures = await readPictures(request.frames, PICTURE_MAX_BYTES);
      if (pictures.kind === "refused") return pictures;
      const { first_frame: first } = pictures.of;
      const body = new FormData();
      body.set("model", settings.model ?? "sora-2");
      body.set("prompt", request.prompt);
      body.set("seconds", secondsOf(request));
      body.set("size", SIZES[request.ratio] ?? "");
      if (first !== undefined) {
        const name = first.mimeType.replace("/", ".");
        body.set("input_reference", new Blob([first.bytes], { type: first.mimeType }), name);
      }
      const answer = await callVendor(settings, { method: "POST", url: all, headers, body });
      return readSubmit(
        answer,
        (json) => {
          const made = read(json);
          return made === null ? null : { kind: "accepted", handle: { jobId: made.id } };
        },
        ({ text }) => (/moderation_blocked/iu.test(text) ? "moderated_input" : null),
      );
    },
    find: (request) => findInList(settings, headers, request),
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
    outputHeaders: (url) =>
      new URL(url).origin === new URL(settings.baseUrl).origin ? headers : {},
  };
}
