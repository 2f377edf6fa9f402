/** Hurts the running product so many times under load, lets it rest, and looks what is left. */
import { chooseFault, faultsOf } from "./faults.ts";
import { Load, openWorkspace, titleProject } from "./load.ts";
import { openDatabaseOf, startRig } from "./rig.ts";
import { openSharedFilm } from "./shared-film.ts";
import { judge } from "./verdict.ts";
import type { Verdict } from "./verdict.ts";

export interface ChaosResult extends Verdict {
  readonly kills: Readonly<Record<string, number>>;
  /** What is not as it should be with a film of which a share was lost. */
  readonly shared: readonly string[];
  /** Parts that ended by themselves. */
  readonly crashed: readonly string[];
  readonly promised: number;
  readonly ended: Readonly<Record<string, number>>;
  readonly seconds: number;
  /** From the last fault to the end of the last task. */
  readonly recoveryS: number;
}

export interface ChaosOptions {
  readonly kills: number;
  readonly people: number;
  /** Between two faults, at most. */
  readonly pauseMs: number;
  /** How long the last task may take to end once nothing is hurt any more. */
  readonly patienceMs: number;
  /** Also faults that last longer than a lease. */
  readonly patient: boolean;
  readonly say: (line: string) => void;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const seconds = (sinceMs: number) => Math.round((Date.now() - sinceMs) / 100) / 10;

function tally(words: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** Its timer keeps no process alive that is done. */
async function endsWithin(work: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const isDone = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return isDone;
}

export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const rig = await startRig();
  const opened = openDatabaseOf(rig, 2);
  try {
    const { database } = opened;
    const client = await openWorkspace(database, rig.env["API_URL"] ?? "");
    const load = new Load(client, await titleProject(client));
    const shared = await openSharedFilm(rig, database, client);
    const beganMs = Date.now();
    load.start(options.people);
    const faults = faultsOf(rig, database, options.patient);
    const done: string[] = [];
    const lasting: Promise<void>[] = [];
    while (done.length < options.kills) {
      await sleep(Math.random() * options.pauseMs);
      const fault = chooseFault(faults);
      done.push(fault.name);
      options.say(
        `${done.length} ${fault.name} (${load.ended.size} of ${load.promised.size} ended)`,
      );
      const running = fault.run();
      if (fault.name.includes("stopped")) lasting.push(running);
      else await running;
    }
    await Promise.all(lasting);
    const restMs = Date.now();
    const hurt = shared.hurt();
    if (!(await endsWithin(load.finish(), options.patienceMs))) {
      options.say(`gave up waiting; the logs are in ${rig.logs}`);
      rig.keepsLogs = true;
    }
    const recoveryS = seconds(restMs);
    const sharedFaults = await hurt;
    const verdict = await judge(database, load, rig.env);
    return {
      ...verdict,
      shared: sharedFaults,
      kills: tally(done),
      crashed: [rig.api, ...rig.farms, ...Object.values(rig.cloud)]
        .filter(({ crashes }) => crashes > 0)
        .map(({ name, crashes }) => `${name} ended by itself ${crashes} times`),
      promised: load.promised.size,
      ended: tally(load.ended.values()),
      seconds: seconds(beganMs),
      recoveryS,
    };
  } finally {
    await opened.close();
    await rig.stop();
  }
}
