/**
 * What every media engine must do, whatever it is made of. A stack test of each adapter runs
 * these cases with its own engine.
 */
import type { EngineOutcome, MediaEngine } from "./media-engine.ts";

/** The few parts of a test runner that the cases need. */
export interface CaseRunner {
  readonly test: (title: string, body: () => Promise<void>) => void;
  readonly equal: (actual: unknown, expected: unknown) => void;
}

export interface MediaEngineCase {
  readonly engine: () => MediaEngine;
  /** A new empty directory, given by its path. */
  readonly makeDirectory: () => Promise<string>;
  readonly fileExists: (directory: string, fileName: string) => Promise<boolean>;
  readonly readText: (directory: string, fileName: string) => Promise<string>;
}

const PICTURE = ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=30"];
const SECONDS = 60_000;

function holds(condition: boolean, message: string): void {
  if (!condition) throw new Error(`does not hold: ${message}`);
}

function endOf(outcome: EngineOutcome): string {
  return outcome.ok ? "ok" : outcome.reason;
}

export function mediaEngineCases(runner: CaseRunner, setup: MediaEngineCase): void {
  const { test, equal } = runner;
  const ffmpeg = async (args: readonly string[], extra: object = {}, directory?: string) => {
    const at = directory ?? (await setup.makeDirectory());
    const job = { tool: "ffmpeg" as const, args, directory: at, timeoutMs: SECONDS, ...extra };
    return { outcome: await setup.engine().run(job), directory: at };
  };

  test("tells FFmpeg's version", async () => {
    holds(/^\d+\.\d+/.test(setup.engine().version), `version ${setup.engine().version}`);
  });

  test("writes outputs into the job's directory and reads inputs from it", async () => {
    const encode = ["-t", "1", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-y", "made.mp4"];
    const made = await ffmpeg([...PICTURE, ...encode]);
    equal(endOf(made.outcome), "ok");
    const hash = ["-i", "made.mp4", "-f", "framemd5", "-y", "hashes.txt"];
    const hashed = await ffmpeg(hash, {}, made.directory);
    equal(endOf(hashed.outcome), "ok");
    const text = await setup.readText(made.directory, "hashes.txt");
    equal(text.split("\n").filter((line) => line.startsWith("0,")).length, 30);
  });

  test("ffprobe answers on stdout, again and again", async () => {
    const { directory } = await ffmpeg([...PICTURE, "-t", "1", "-y", "made.mkv"]);
    const args = ["-v", "error", "-show_entries", "stream=width", "-of", "json", "made.mkv"];
    for (let round = 0; round < 3; round += 1) {
      const job = { tool: "ffprobe" as const, args, directory, timeoutMs: SECONDS };
      const outcome = await setup.engine().run(job);
      equal(endOf(outcome), "ok");
      equal(JSON.parse(outcome.stdout).streams[0].width, 320);
    }
  });

  test("a failed run says so with its exit code and its complaint", async () => {
    const { outcome } = await ffmpeg(["-i", "absent.mp4", "-f", "null", "-"]);
    equal(endOf(outcome), "exit");
    holds(!outcome.ok && outcome.exitCode === 1, "exit code 1");
    holds(outcome.stderr.includes("No such file"), outcome.stderr);
  });

  test("reports frames while it works, rising, up to the last one", async () => {
    const frames: number[] = [];
    const onFrame = (frame: number) => frames.push(frame);
    const { outcome } = await ffmpeg([...PICTURE, "-t", "2", "-f", "null", "-"], { onFrame });
    equal(endOf(outcome), "ok");
    equal(frames.at(-1), 60);
    equal(
      frames,
      frames.toSorted((a, b) => a - b),
    );
  });

  const endless = [...PICTURE, "-c:v", "libx264", "-y", "endless.mkv"];

  test("F67: the time limit ends a run, and nothing of it lives on", async () => {
    const { outcome, directory } = await ffmpeg(endless, { timeoutMs: 1_500 });
    equal(endOf(outcome), "timeout");
    await setup.engine().run({
      tool: "ffmpeg",
      args: ["-f", "lavfi", "-i", "color=s=16x16", "-frames:v", "1", "-y", "after.png"],
      directory,
      timeoutMs: SECONDS,
    });
    holds(await setup.fileExists(directory, "after.png"), "the engine still works");
  });

  test("F67: a signal ends a run, before or while it works", async () => {
    const early = await ffmpeg(endless, { signal: AbortSignal.abort() });
    equal(endOf(early.outcome), "aborted");
    const signal = AbortSignal.timeout(800);
    const late = await ffmpeg(endless, { signal });
    equal(endOf(late.outcome), "aborted");
  });

  test("F69: thirty runs on one engine all work", async () => {
    const directory = await setup.makeDirectory();
    for (let round = 0; round < 30; round += 1) {
      const args = ["-f", "lavfi", "-i", "testsrc2=s=64x36:d=0.2", "-f", "null", "-"];
      const { outcome } = await ffmpeg(args, {}, directory);
      equal(endOf(outcome), "ok");
    }
  });

  test("two runs at once do not disturb each other", async () => {
    const hash = (source: string) =>
      ffmpeg(["-f", "lavfi", "-i", `${source}=s=64x36:d=1`, "-f", "framemd5", "-y", "h.txt"]);
    const [one, two] = await Promise.all([hash("testsrc"), hash("testsrc2")]);
    equal([endOf(one.outcome), endOf(two.outcome)], ["ok", "ok"]);
    const first = await setup.readText(one.directory, "h.txt");
    holds(first !== (await setup.readText(two.directory, "h.txt")), "different pictures");
  });

  test("names outside the job's directory are not made by accident", async () => {
    const { outcome, directory } = await ffmpeg([...PICTURE, "-t", "0.1", "-y", "sub/made.mp4"]);
    equal(endOf(outcome), "exit");
    equal(await setup.fileExists(directory, "made.mp4"), false);
  });
}
