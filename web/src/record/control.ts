/** Runs one recording at a time, from the countdown to the shelf. */
import type { Captured } from "./capture.ts";
import { AT_REST, useRecording } from "./record-state.ts";
import type { RecordKind, Recording } from "./recording.ts";
import { holdRecording, recordingShelf } from "./recording-shelf.ts";
import { type EarlyEnd, type RunningRecorder, runRecorder } from "./run-recorder.ts";

const COUNTDOWN_S = 3;

export interface Begin {
  readonly kind: RecordKind;
  readonly captured: Captured;
  /** Play the project from the playhead while it records. */
  readonly playAlong: boolean;
}

/** What a recording asks of the project that it is made for. */
export interface RecordHost {
  readonly describe: (kind: RecordKind) => Recording;
  readonly play: (on: boolean) => void;
  /** What was recorded is on the shelf. */
  readonly keep: (recording: Recording) => Promise<void>;
  readonly endedEarly: (why: EarlyEnd) => void;
}

/** Waits, one second at a time; false when it was called off meanwhile. */
async function countDown(isOff: () => boolean): Promise<boolean> {
  for (let secondsLeft = COUNTDOWN_S; secondsLeft > 0; secondsLeft -= 1) {
    useRecording.setState({ secondsLeft });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    if (isOff()) return false;
  }
  return true;
}

/** The three ways in which a recording ends; only the first of them counts. */
function endings(running: RunningRecorder, host: RecordHost, rest: () => void) {
  let over = false;
  const once = (end: () => Promise<void>) => () => {
    if (over) return;
    over = true;
    void end();
  };
  const stopped = async () => {
    useRecording.setState({ phase: "saving" });
    const stored = await running.stop();
    rest();
    return stored;
  };
  return {
    stop: once(async () => {
      const stored = await stopped();
      if (stored.lengthMs > 0) await host.keep(stored);
      else await recordingShelf.forget(stored.id);
    }),
    discard: once(async () => recordingShelf.forget((await stopped()).id)),
    leave: once(async () => void (await stopped())),
  };
}

async function record({ kind, captured, playAlong }: Begin, host: RecordHost): Promise<void> {
  const recording = host.describe(kind);
  const release = holdRecording(recording.id);
  const rest = () => {
    if (playAlong) host.play(false);
    release();
    useRecording.setState(AT_REST);
  };
  let early = (_why: EarlyEnd) => {};
  const running = await runRecorder(captured, recording, recordingShelf, (why) => early(why));
  const ways = endings(running, host, rest);
  early = (why) => {
    // Several tracks end together, and a full disk says so for every second.
    if (useRecording.getState().phase === "saving") return;
    host.endedEarly(why);
    ways.stop();
  };
  const pauseOrResume = () => {
    const paused = useRecording.getState().phase === "paused";
    if (paused) running.resume();
    else running.pause();
    if (playAlong) host.play(paused);
    useRecording.setState({ phase: paused ? "recording" : "paused" });
  };
  const { elapsedMs } = running;
  useRecording.setState({ phase: "recording", elapsedMs, pauseOrResume, ...ways });
  if (playAlong) host.play(true);
}

/** Counts down and records, until one of the store's functions ends it. */
export async function beginRecording(begin: Begin, host: RecordHost): Promise<void> {
  const { kind, captured } = begin;
  let off = false;
  const callOff = () => {
    off = true;
    captured.stop();
    useRecording.setState(AT_REST);
  };
  host.play(false);
  useRecording.setState({
    phase: "countdown",
    kind,
    stream: captured.stream,
    stop: callOff,
    discard: callOff,
    leave: callOff,
  });
  if (await countDown(() => off)) await record(begin, host);
}
