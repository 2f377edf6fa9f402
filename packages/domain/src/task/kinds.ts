/** What a user may ask for, and the kinds of machine work it is made of. */
export const TASK_SCENES = ["ingest", "export"] as const;
export type TaskScene = (typeof TASK_SCENES)[number];

export const STEP_KINDS = ["ingest", "export"] as const;
export type StepKind = (typeof STEP_KINDS)[number];

export const OUTBOX_STATES = ["PENDING", "PUBLISHED"] as const;

/** What a task event tells of (C11). */
export const TASK_EVENT_TYPES = ["state", "progress", "milestone", "error", "refund"] as const;
export type TaskEventType = (typeof TASK_EVENT_TYPES)[number];
