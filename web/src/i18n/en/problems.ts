/** Sentences by problem code ("upload.too-large" is `upload` / `too-large`): what happened, and what to do. */
export const problems = {
  request: {
    invalid: "Something that was entered is not valid. Change it and try again.",
    "not-found": "There is nothing here, or it is not yours.",
  },
  auth: {
    required: "You are signed out. Sign in again to go on.",
    scope: "This key may not do that. Make one with the scope it needs.",
  },
  rate: {
    limited: "Too many requests in a short time. Wait a moment, then go on.",
  },
  quota: {
    exceeded: "This is over a limit of your plan. Wait until it resets, or change the plan.",
    "in-flight":
      "As many exports are running as your plan allows. Wait for one to finish, or cancel one.",
  },
  plan: {
    resolution: "Your plan does not export this size. Choose a smaller one, or change the plan.",
  },
  prompt: {
    refused:
      "These words are against the rules of this platform. Change them; nothing was charged.",
  },
  model: {
    cannot: "This model does not make clips of this kind. Choose another length, shape or model.",
    none: "No model here makes such a clip for this price. Choose another length or shape, or allow more credits.",
    "not-allowed":
      "The contract of your workspace does not allow this model. Choose another one, or ask who manages it.",
    retired: "This model takes no new clips any more. Choose another one.",
    unavailable: "This model is not set up here. Choose another one.",
  },
  export: {
    range:
      "There is nothing to export between these points. Set the in and out points inside the film, or export the whole timeline.",
    "format-limit":
      "This format cannot be this large or this long. Choose a smaller size, a shorter project or another format.",
    "format-unavailable": "No machine here makes this format at the moment. Choose another one.",
  },
  platform: {
    busy: "Very much work is waiting right now. Come back in a minute; nothing was charged.",
  },
  risk: {
    review:
      "Please confirm that a person is at work: on the account page, in a few seconds. Then send it again.",
    frozen:
      "Paid work is stopped for this account. See why on the account page, and say there if it is a mistake.",
    "not-held": "Nothing is held against this account now. Go on as usual.",
    "appeal-open": "Your appeal is waiting for its answer already.",
    "challenge-failed": "That did not count, or took too long. Try again.",
  },
  credits: {
    insufficient:
      "There are not enough credits left for this. Choose a smaller size, or wait for next month’s credits.",
  },
  idempotency: {
    missing: "The request was not complete. Reload the page and try again.",
    mismatch: "This request was sent before with other settings. Close the dialog and start again.",
    "in-flight": "The first request is still running. Try again in a moment.",
  },
  revision: {
    conflict: "The project was changed elsewhere. Reload it, or keep yours as a copy.",
  },
  patch: {
    invalid: "The change does not fit the project. Reload the project and try again.",
  },
  project: {
    empty: "There is nothing on the timeline to export yet.",
  },
  clip: {
    "not-made":
      "A clip on the timeline is not generated yet. Wait for it, generate it again, or remove it.",
  },
  asset: {
    "not-ready": "A file is still being prepared. Wait until it is ready.",
    missing: "A file that the project uses is gone. Relink or remove its clips.",
    "in-use": "A project or a template uses this file. Remove its clips first.",
  },
  upload: {
    "empty-file": "The file is empty. Choose another one.",
    "too-large": "The file is larger than the limit of your plan.",
    "too-many": "Too many uploads are open. Finish or cancel some first.",
    "size-mismatch": "What arrived is not as long as the file. Upload it again.",
    "checksum-mismatch": "What arrived differs from the file. Upload it again.",
    incomplete: "Some parts have not arrived yet. Try again: only those are sent.",
    closed: "This upload has ended. Start a new one.",
  },
  folder: {
    "too-many": "The workspace has as many folders as it may. Delete one you no longer use.",
    "too-deep": "Folders would lie too deep inside each other. Choose a place further up.",
    "inside-itself": "A folder cannot lie inside itself. Choose another place.",
  },
  template: {
    invalid: "This cannot be a template as it stands. Change what is to be chosen and try again.",
    choice: "What was chosen does not fit the template. Choose something else.",
    "too-many": "The workspace has as many templates as it may. Delete one you no longer use.",
  },
  task: {
    "illegal-move": "The task is past the point where this is possible.",
    "no-output": "The export has no finished file yet.",
    "not-retryable":
      "Trying again would end the same way. Change what it failed for, then export anew.",
  },
  webhook: {
    address: "This address cannot be called. Give a public https URL.",
    "too-many": "There are as many webhooks as a workspace may have. Remove one.",
  },
  stream: { full: "Too many live connections are open. This page asks again every 30 seconds." },
  break: { resolved: "Somebody has resolved this break. Reload the list." },
  invoice: {
    "line-differs": "A line of this invoice was imported with other values. Check the file.",
  },
  refund: {
    "too-large": "This is more than the task was charged and has not been given back.",
  },
  share: {
    gone: "This link has been revoked or has expired.",
    "in-review": "This link waits until what it shows has been reviewed. Come back in a while.",
    rejected: "What this link shows was reviewed and may not be shared.",
  },
  review: {
    decided: "Somebody has decided this already. Reload the list.",
    "same-reviewer": "You decided this the first time. Leave the appeal to another reviewer.",
    "not-held": "No person holds this file back, so there is nothing to appeal.",
    undecided: "A person is looking at it already. You can appeal once they have decided.",
    appealed: "There was an appeal for this file already. It is decided once.",
  },
  rollout: {
    "policy-exists": "There is a version of that name. Versions never change; name another.",
    open: "Another rollout is under way. Promote it or take it back first.",
    changed: "Somebody has changed this rollout meanwhile. Reload, then go on.",
    illegal: "This rollout is not at a point from which that can be done. Reload it.",
    split: "The shares of all vendors must be 100 % together. Correct them.",
    "no-matrix":
      "There is no capacity matrix for this stage. Compute the capacity before giving it traffic.",
    "over-capacity":
      "Those who judge cannot keep up with this stage. Raise their concurrency or take a smaller one.",
    "no-evaluation":
      "The candidate was not measured on a labelled set. Evaluate it before promoting it.",
    "not-representative":
      "A labelled set needs 100 different contents, at least 20 of each kind. Add some.",
    "not-scored":
      "Some of these contents were never judged by the candidate's sampling. Leave them out, or wait.",
  },
  evidence: {
    "too-large": "Evidence of one inference may have 64 KiB. Judge fewer pictures of this content.",
    budget: "As many questions about evidence were asked today as may be. Ask again tomorrow.",
    "over-budget":
      "Keeping evidence for that long costs more than its budget. Keep it for fewer days.",
    changed: "Somebody has changed this meanwhile. Reload, then change it again.",
  },
  lease: {
    lost: "Another worker holds this step now. Stop and drop the work.",
  },
  service: {
    unavailable: "A part of the service is not reachable. Nothing was lost; try again soon.",
  },
  internal: {
    error: "Something broke on our side. Nothing was charged twice; try again.",
  },
} as const;
