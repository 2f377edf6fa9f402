/** What is known of a recording besides its bytes, and how it becomes a file. Pure. */

export const RECORD_KINDS = ["voice", "camera", "screen"] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

export interface Recording {
  readonly id: string;
  readonly userId: string;
  readonly projectId: string;
  readonly kind: RecordKind;
  readonly fileName: string;
  readonly mimeType: string;
  readonly startedAtMs: number;
  /** Where the playhead was when it began. */
  readonly startFlicks: number;
  /** Without pauses, as far as it is stored. */
  readonly lengthMs: number;
}

/** Best first; the last ones are Safari's. */
const SOUND_TYPES = ["audio/webm;codecs=opus", "audio/webm", "audio/mp4"];
const PICTURE_TYPES = ["video/webm;codecs=vp9,opus", "video/webm", "video/mp4"];

/** The best type that this browser records; null when it records none. */
export function recordingType(
  kind: RecordKind,
  isSupported: (type: string) => boolean,
): string | null {
  return (kind === "voice" ? SOUND_TYPES : PICTURE_TYPES).find(isSupported) ?? null;
}

/** "Voice-over 2026-11-30 08.42.11.webm": sorts by time, and every disk takes it. */
export function recordingName(word: string, at: Date, mimeType: string): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-");
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(".");
  return `${word} ${day} ${time}.${mimeType.includes("mp4") ? "mp4" : "webm"}`;
}

export type CaptureFailure = "denied" | "none" | "busy" | "unsupported" | "failed";

const FAILURES: Readonly<Record<string, CaptureFailure>> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "none",
  OverconstrainedError: "none",
  NotReadableError: "busy",
  AbortError: "busy",
};

/** Why a browser gave no microphone, camera or screen. */
export function captureFailure(error: unknown): CaptureFailure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  return FAILURES[name] ?? "failed";
}
