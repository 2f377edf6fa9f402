/**
 * Every way a request may fail, once: code -> HTTP status and the sentence that tells a
 * person what to do. Bodies are problem+json (RFC 9457) with the code as the last segment of
 * `type` and as `code`. Texts are translated by code in the web app.
 */
import type { FailureCode } from "@cutroom/domain";
import { z } from "zod";

export const problems = {
  "request.invalid": [422, "Something in the request is not valid. The field is named below."],
  "request.not-found": [404, "There is nothing here, or it is not yours."],
  "auth.required": [401, "Sign in, or send an API key."],
  "auth.scope": [403, "This key may not do that. Make one with the scope it needs."],
  "rate.limited": [429, "Too many requests. Wait until the time given, then go on."],
  "quota.exceeded": [
    429,
    "This is over a limit of your plan. See what is left and when it resets.",
  ],
  "quota.in-flight": [429, "You have as many exports running as your plan allows. Wait for one."],
  "plan.resolution": [422, "Your plan does not export this size. Choose a smaller one."],
  "prompt.refused": [
    422,
    "These words are against the rules of this platform. Change them; nothing was charged.",
  ],
  "model.cannot": [
    422,
    "This model does not make clips of this kind. See GET /v1/generations/models for what it can.",
  ],
  "model.unavailable": [
    422,
    "This model is not set up here. See GET /v1/generations/models for those that are.",
  ],
  "model.not-allowed": [
    403,
    "The contract of your workspace does not allow this model. Choose another, or ask who manages it.",
  ],
  "model.retired": [
    422,
    "This model takes no new clips any more. Use its replacement, named here, or another of GET /v1/generations/models.",
  ],
  "model.none": [
    422,
    "No model here makes such a clip for this price. Choose another length or shape, or allow more credits.",
  ],
  "export.range": [
    422,
    "There is nothing to export between these frames. Choose a range that begins before it ends and lies within the film.",
  ],
  "export.format-limit": [
    422,
    "This format does not hold an export of this size or length. Choose less, or another format.",
  ],
  "export.format-unavailable": [
    422,
    "No machine here makes this format at the moment. Choose another one.",
  ],
  "platform.busy": [
    429,
    "More work is waiting than can be taken now. Come back at the time given.",
  ],
  "risk.review": [
    403,
    "This looks like a program at work. Solve the challenge of POST /v1/risk/challenges, on the account page for instance, and send it again; or appeal, and a person looks at it.",
  ],
  "risk.frozen": [
    403,
    "Paid work is stopped for this account; reading goes on, and so does what runs. If that is a mistake, say so on the account page or at POST /v1/risk/appeals.",
  ],
  "risk.not-held": [409, "Nothing is held against this account now. Go on as usual."],
  "risk.appeal-open": [409, "There is an appeal already. Wait for its answer."],
  "risk.challenge-failed": [
    422,
    "This does not solve the challenge, or it came too late. Ask for a new one and solve that.",
  ],
  "credits.insufficient": [402, "There are not enough credits left for this."],
  "idempotency.missing": [400, "Send an Idempotency-Key header, so that a retry cannot pay twice."],
  "idempotency.mismatch": [
    422,
    "This Idempotency-Key was used for a different request. Use a new one.",
  ],
  "idempotency.in-flight": [
    409,
    "The first request with this key is still running. Ask again soon.",
  ],
  "revision.conflict": [
    409,
    "The project was changed elsewhere. Reload it, or keep yours as a copy.",
  ],
  "patch.invalid": [422, "The change does not fit the project. Reload the project and try again."],
  "project.empty": [422, "There is nothing on the timeline to export yet."],
  "asset.not-ready": [409, "A file is still being prepared. Wait until it is ready."],
  "asset.missing": [422, "A file that the project uses is gone. Relink or remove its clips."],
  "asset.in-use": [409, "A project or a template uses this file. Remove its clips first."],
  "upload.empty-file": [422, "The file is empty. Choose another one."],
  "upload.too-large": [422, "The file is larger than the limit of your plan."],
  "upload.too-many": [429, "Too many uploads are open. Finish or cancel some first."],
  "upload.size-mismatch": [422, "What arrived is not as long as announced. Upload the file again."],
  "upload.checksum-mismatch": [422, "What arrived differs from the file. Upload it again."],
  "upload.incomplete": [409, "Some parts have not arrived yet. Send them, then complete again."],
  "upload.closed": [409, "This upload has ended. Start a new one."],
  "folder.too-many": [
    409,
    "There are as many folders as a workspace may have. Delete one you no longer use.",
  ],
  "folder.too-deep": [
    409,
    "Folders would lie too deep inside each other. Choose a place further up.",
  ],
  "folder.inside-itself": [409, "A folder cannot lie inside itself. Choose another place."],
  "template.invalid": [
    422,
    "This is not a template that can be filled. Every slot needs a clip of its kind, and every rule of documents holds.",
  ],
  "template.choice": [
    422,
    "What was chosen does not fit the template. Choose something else for the field that is named.",
  ],
  "template.too-many": [
    409,
    "There are as many templates as a workspace may have. Delete one you no longer use.",
  ],
  "task.illegal-move": [409, "The task is past the point where this is possible."],
  "clip.not-made": [
    409,
    "A clip on the timeline is not generated yet. Wait for it, generate it again, or remove it.",
  ],
  "task.not-retryable": [
    409,
    "Trying again cannot help here. Change what it is made of, then start a new one.",
  ],
  "task.no-output": [409, "The export has no finished file yet."],
  "break.resolved": [409, "This break is closed already. Reload the list."],
  "invoice.line-differs": [
    409,
    "A line of this invoice was imported with other values. Check the file.",
  ],
  "refund.too-large": [409, "This is more than the task was charged and has not been given back."],
  "share.in-review": [
    409,
    "This link waits until what it shows has been reviewed. Come back in a while.",
  ],
  "share.rejected": [403, "What this link shows was reviewed and may not be shared."],
  "review.decided": [409, "Somebody has decided this already. Reload the list."],
  "review.same-reviewer": [
    409,
    "You decided this the first time. Leave the appeal to another reviewer.",
  ],
  "review.not-held": [409, "No person holds this file back, so there is nothing to appeal."],
  "review.undecided": [
    409,
    "A person is looking at this file already. Wait for what they decide; you can appeal against that once.",
  ],
  "review.appealed": [
    409,
    "There was an appeal for this file already. It is decided once; what was said is on the file.",
  ],
  "rollout.policy-exists": [
    409,
    "There is a version of that name. Versions never change; name another.",
  ],
  "rollout.open": [409, "Another rollout is under way. Promote it or take it back first."],
  "rollout.changed": [409, "Somebody has changed this rollout meanwhile. Reload, then go on."],
  "rollout.illegal": [
    409,
    "This rollout is not at a point from which that can be done. Reload it.",
  ],
  "rollout.split": [422, "The shares of all vendors must be 100 % together. Correct them."],
  "rollout.no-matrix": [
    409,
    "There is no capacity matrix for this stage. Compute the capacity before giving it traffic.",
  ],
  "rollout.over-capacity": [
    409,
    "Those who judge cannot keep up with this stage. Raise their concurrency or take a smaller one.",
  ],
  "rollout.no-evaluation": [
    409,
    "The candidate was not measured on a labelled set. Evaluate it before promoting it.",
  ],
  "rollout.not-representative": [
    422,
    "A labelled set needs 100 different contents, at least 20 of each kind. Add some.",
  ],
  "rollout.not-scored": [
    422,
    "Some of these contents were never judged by the candidate's sampling. Leave them out, or wait.",
  ],
  "evidence.too-large": [
    413,
    "Evidence of one inference may have 64 KiB. Judge fewer pictures of this content.",
  ],
  "evidence.budget": [
    429,
    "As many questions about evidence were asked today as may be. Ask again tomorrow.",
  ],
  "evidence.over-budget": [
    422,
    "Keeping evidence for that long costs more than its budget. Keep it for fewer days.",
  ],
  "evidence.changed": [409, "Somebody has changed this meanwhile. Reload, then change it again."],
  "share.gone": [410, "This link has been revoked or has expired."],
  "webhook.address": [422, "This address cannot be called. Give a public https URL."],
  "webhook.too-many": [409, "There are as many webhooks as a workspace may have. Remove one."],
  "stream.full": [
    503,
    "There are too many live connections. Ask GET /v1/events/poll with wait_s=30 instead.",
  ],
  "lease.lost": [409, "Another worker holds this step now. Stop and drop the work."],
  "service.unavailable": [
    503,
    "A part of the service is not reachable. Nothing was lost; try again soon.",
  ],
  "internal.error": [500, "Something broke on our side. Nothing was charged twice; try again."],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type ProblemCode = keyof typeof problems;
export const PROBLEM_CODES = Object.keys(problems) as ProblemCode[];

export const problemBody = z.object({
  type: z.string(),
  code: z.enum(PROBLEM_CODES as [ProblemCode, ...ProblemCode[]]),
  title: z.string(),
  status: z.int(),
  /** Which field, by JSON path, when the request was not valid. */
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** Numbers that the sentence needs: limit, remaining, reset_at, current_revision ... */
  details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  request_id: z.string().optional(),
});
export type ProblemBody = z.infer<typeof problemBody>;

/**
 * Why ingest or an export failed for good, as stored on the task and the asset. Closed, and
 * translated by code.
 */
export const taskFailures = {
  EMPTY_FILE: "The file is empty.",
  NOT_MEDIA: "This is not a video, sound or picture file.",
  UNSUPPORTED_FORMAT: "This format cannot be read. Convert it to MP4, MOV, WebM, GIF, PNG or JPEG.",
  DISGUISED_PLAYLIST: "This is a playlist that points to other files, not a media file.",
  TRUNCATED: "The file is cut off: the recording or the upload did not finish.",
  CORRUPT: "Parts of the file cannot be decoded.",
  PIXEL_LIMIT: "The picture is too large. The limit is 40 megapixels.",
  DURATION_LIMIT: "The file is longer than the limit.",
  STREAM_LIMIT: "The file holds more streams than can be handled.",
  LUT_INVALID: "This table of colours (.cube) cannot be read.",
  ASSET_MISSING: "A file that the project uses is gone.",
  TEXT_UNSUPPORTED: "A title uses characters that no font of ours has.",
  PLAN_INVALID: "The project cannot be rendered as it stands.",
  VERIFY_FAILED: "The rendered file did not pass its checks, so it was not delivered.",
  RENDER_FAILED: "Rendering failed.",
  DEADLINE: "The work took longer than allowed.",
  STORAGE_FAILED: "The finished file could not be stored.",
  FORMAT_UNAVAILABLE: "No machine here makes this format at the moment.",
  SIGNING_FAILED: "The finished file could not be signed, so it was not delivered.",
  PROMPT_REFUSED: "The model's rules refuse this prompt or picture.",
  OUTPUT_REFUSED: "The model made a clip that its rules do not let out.",
  MODEL_REFUSED: "The model cannot make a clip of these settings.",
  MODEL_UNAVAILABLE: "The model is not available now.",
  MODEL_FAILED: "The model failed.",
  OUTPUT_LOST: "The finished clip could not be fetched from the model's maker.",
  CANCELED: "It was canceled.",
} as const satisfies Readonly<Record<FailureCode, string>>;
export type TaskFailureCode = FailureCode;
export const TASK_FAILURE_CODES = Object.keys(taskFailures) as TaskFailureCode[];
export const taskFailureCode = z.enum(
  TASK_FAILURE_CODES as [TaskFailureCode, ...TaskFailureCode[]],
);
