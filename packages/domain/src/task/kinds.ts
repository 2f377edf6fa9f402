/** What a user may ask for, and the kinds of machine work it is made of. */
export const TASK_SCENES = ["ingest", "export", "generate"] as const;
export type TaskScene = (typeof TASK_SCENES)[number];

/**
 * `vendor`: a vendor makes a clip; `fetch`: what it made is copied to us; `segments`: a share of an
 * export's picture, of which its `export` step makes the film.
 */
export const STEP_KINDS = ["ingest", "export", "generate", "vendor", "fetch", "segments"] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/**
 * Whether a step of this kind asks somebody else for work that costs money. Once such a request
 * may have left, a lost worker does not mean lost work (I3, C8).
 */
export const callsVendor: Readonly<Record<StepKind, boolean>> = {
  ingest: false,
  export: false,
  generate: true,
  vendor: true,
  fetch: false,
  segments: false,
};

export const OUTBOX_STATES = ["PENDING", "PUBLISHED"] as const;

/** What has become of work that was given up (C10). */
export const DEAD_LETTER_STATES = ["OPEN", "REDRIVEN", "DISMISSED"] as const;
export type DeadLetterState = (typeof DEAD_LETTER_STATES)[number];

/** What a task event tells of (C11). */
export const TASK_EVENT_TYPES = ["state", "progress", "milestone", "error", "refund"] as const;
export type TaskEventType = (typeof TASK_EVENT_TYPES)[number];
