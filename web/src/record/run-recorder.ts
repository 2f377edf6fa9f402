/** One running recording: every second of it goes to the shelf. */
import type { Captured } from "./capture.ts";
import type { Recording } from "./recording.ts";
import type { RecordingShelf } from "./recording-shelf.ts";

const CHUNK_MS = 1_000;
const SOUND_BITS_PER_S = 160_000;
const PICTURE_BITS_PER_S = 8_000_000;

/** Why it ended before somebody stopped it. */
export type EarlyEnd = "device-gone" | "disk-full";

export interface RunningRecorder {
  /** Without pauses. */
  readonly elapsedMs: () => number;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Ends with the recording when everything that could be stored is. */
  readonly stop: () => Promise<Recording>;
}

/** Time that runs and stands still. */
function stopwatch(nowMs: () => number) {
  let keptMs = 0;
  let sinceMs: number | null = null;
  const elapsedMs = () => keptMs + (sinceMs === null ? 0 : nowMs() - sinceMs);
  return {
    elapsedMs,
    run: () => (sinceMs ??= nowMs()),
    halt: () => {
      keptMs = elapsedMs();
      sinceMs = null;
    },
  };
}

/** Begins at once; `onEnd` tells that it ended by itself, and `stop` is still to be called. */
export async function runRecorder(
  { stream, stop: letGo }: Captured,
  begun: Recording,
  shelf: RecordingShelf,
  onEnd: (why: EarlyEnd) => void,
): Promise<RunningRecorder> {
  await shelf.begin(begun);
  const recorder = new MediaRecorder(stream, {
    mimeType: begun.mimeType,
    audioBitsPerSecond: SOUND_BITS_PER_S,
    videoBitsPerSecond: PICTURE_BITS_PER_S,
  });
  const watch = stopwatch(() => performance.now());
  let stored = begun;
  let seq = 0;
  let full = false;
  let tail: Promise<void> = Promise.resolve();
  recorder.addEventListener("dataavailable", ({ data }) => {
    if (data.size === 0 || full) return;
    const next = { ...stored, lengthMs: Math.round(watch.elapsedMs()) };
    const at = (seq += 1);
    const before = tail;
    tail = (async () => {
      await before;
      if (full) return;
      try {
        await shelf.append(next, at, data);
        stored = next;
      } catch {
        // A second that is missing in the middle would spoil what follows it.
        full = true;
        onEnd("disk-full");
      }
    })();
  });
  const ended = new Promise<void>((resolve) => {
    recorder.addEventListener("stop", () => resolve(), { once: true });
  });
  for (const track of stream.getTracks()) {
    track.addEventListener("ended", () => onEnd("device-gone"), { once: true });
  }
  recorder.start(CHUNK_MS);
  watch.run();
  return {
    elapsedMs: watch.elapsedMs,
    pause: () => {
      recorder.pause();
      watch.halt();
    },
    resume: () => {
      recorder.resume();
      watch.run();
    },
    stop: async () => {
      watch.halt();
      if (recorder.state !== "inactive") recorder.stop();
      await ended;
      letGo();
      await tail;
      return stored;
    },
  };
}
