/**
 * An hour in which everybody wants one template (T1, C4, C9): ten times the normal rate, nine parts
 * of it from free workspaces that all export copies of one film. Before it the same machine, farm
 * and other workspaces have the same time without it, so that every figure is a ratio of one run.
 *
 * Time is scaled by a factor that is printed: arrivals, work and limits a minute are faster by it;
 * what the database ages by (ten seconds a tier) is not. Submits, claims and ends are the
 * product's own use cases on a real local cloud; the work between them is waiting. The farm has
 * room for the normal rate and a little more than half as much again.
 *
 * A machine that does other work besides needs a lower rate: with it the work lasts longer, so that
 * the farm is as full.
 *
 *   npm run -s bench -- campaign [factor = 60] [normal rate a second = 1.5]
 */
import { once, setMaxListeners } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { exportSpec, problems } from "@cutroom/contracts";
import { migrate, schema } from "@cutroom/db";
import { createDeps } from "@cutroom/edge-api/src/deps.ts";
import { PLAN_NAMES } from "@cutroom/domain";
import type { PlanName } from "@cutroom/domain";
import type { Deps } from "@cutroom/edge-api/src/deps.ts";
import { readEnv } from "@cutroom/edge-api/src/env.ts";
import { sampleEnv } from "@cutroom/edge-api/src/sample-env.cases.ts";
import { submitExport } from "@cutroom/edge-api/src/usecases/export/submit-export.ts";
import { rebuildQuota } from "@cutroom/edge-api/src/usecases/quota/rebuild-quota.ts";
import { ne } from "drizzle-orm";
import { WebSocket } from "ws";
import { startCloud } from "./bench-product.ts";
import { listenForWakes, openWorkspace, startFarm } from "./campaign-lab.ts";
import type { Farm, Person } from "./campaign-lab.ts";
import { percentile, printFigures } from "./figures.ts";

const factor = Number(process.argv[2] ?? 60);
const HOUR_S = 3_600;
const TIMES_NORMAL = 10;
const NORMAL_PER_S = Number(process.argv[3] ?? 1.5);
const FULLNESS = 0.6;
const SLOTS = 10;
const WORK_MS = (SLOTS * FULLNESS * 1_000) / NORMAL_PER_S;
const OTHERS = { enterprise: 10, paid: 10, free: 10 } as const;
const FANS = 60;
const FREE_PER_MINUTE = 5;
/** How long accepted work may take to end once nobody asks for more. */
const PATIENCE_MS = 300_000;
const SPEC = exportSpec.parse({ resolution: 360 });

interface Outcome {
  readonly plan: PlanName;
  readonly beganMs: number;
  readonly submitMs: number;
  /** The task, or the status that was answered in its place. */
  readonly taskId: string | null;
  readonly status: number;
}

async function submit(deps: Deps, person: Person, key: string): Promise<Outcome> {
  const beganMs = performance.now();
  const ask = { projectId: person.projectId, spec: SPEC, idempotencyKey: key };
  const answer = await submitExport(deps, person.caller, ask).catch(() => null);
  const told = { plan: person.caller.plan.name, beganMs, submitMs: performance.now() - beganMs };
  if (answer === null) return { ...told, taskId: null, status: 500 };
  if (!answer.ok) return { ...told, taskId: null, status: problems[answer.failure.code][0] };
  const { task_id: taskId }: { task_id: string } = JSON.parse(answer.value.json);
  return { ...told, taskId, status: 202 };
}

/** Sends at the rate with pauses by chance, whatever the answers do. */
async function arrive(
  deps: Deps,
  people: readonly Person[],
  load: { readonly name: string; readonly perS: number; readonly seconds: number },
): Promise<readonly Outcome[]> {
  const pending: Promise<Outcome>[] = [];
  const beganMs = performance.now();
  let dueMs = 0;
  while (dueMs < load.seconds * 1_000) {
    const person = people[Math.floor(Math.random() * people.length)];
    if (person === undefined) throw new Error("nobody is there");
    const key = `${load.name}-key-${pending.length}`;
    pending.push(submit(deps, person, key));
    dueMs += (-Math.log(1 - Math.random()) * 1_000) / load.perS;
    await sleep(Math.max(0, dueMs - (performance.now() - beganMs)));
  }
  return Promise.all(pending);
}

const dwells = (outcomes: readonly Outcome[], farm: Farm) =>
  outcomes.flatMap(({ taskId, beganMs }) => {
    const endedMs = taskId === null ? undefined : farm.endedAtMs.get(taskId);
    return endedMs === undefined ? [] : endedMs - beganMs;
  });
const accepted = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap(({ taskId }) => (taskId === null ? [] : taskId));

async function drain(farm: Farm, outcomes: readonly Outcome[]): Promise<void> {
  const untilMs = performance.now() + PATIENCE_MS;
  const isOpen = (taskId: string) => !farm.endedAtMs.has(taskId);
  while (accepted(outcomes).some(isOpen) && performance.now() < untilMs) await sleep(200);
}

async function measure(deps: Deps, farm: Farm): Promise<void> {
  const others: Person[] = [];
  for (const plan of PLAN_NAMES) {
    for (let index = 0; index < OTHERS[plan]; index += 1) {
      // Their own limits are not what is measured.
      const limits = { maxInFlight: 0, userInFlight: 0, exportsPerMinute: 0, exportsPerDay: 0 };
      others.push(await openWorkspace(deps, `${plan}${index}`, plan, { film: "own", limits }));
    }
  }
  const fans: Person[] = [];
  for (let index = 0; index < FANS; index += 1) {
    const limits = { exportsPerMinute: FREE_PER_MINUTE * factor };
    fans.push(await openWorkspace(deps, `fan${index}`, "free", { film: "template", limits }));
  }
  const seconds = HOUR_S / factor;
  const normal = { perS: NORMAL_PER_S, seconds };
  await drain(farm, await arrive(deps, others, { name: "warm", perS: NORMAL_PER_S, seconds: 5 }));
  const alone = await arrive(deps, others, { name: "alone", ...normal });
  await drain(farm, alone);
  const campaign = { name: "fans", perS: (TIMES_NORMAL - 1) * NORMAL_PER_S, seconds };
  const [beside, crowd] = await Promise.all([
    arrive(deps, others, { name: "beside", ...normal }),
    arrive(deps, fans, campaign),
  ]);
  await drain(farm, [...beside, ...crowd]);
  await tell(deps, farm, { alone, beside, crowd });
}

async function tell(
  deps: Deps,
  farm: Farm,
  phases: Readonly<Record<"alone" | "beside" | "crowd", readonly Outcome[]>>,
): Promise<void> {
  const { alone, beside, crowd } = phases;
  const all = [...alone, ...beside, ...crowd];
  const notDone = await deps.database
    .select({ id: schema.task.id })
    .from(schema.task)
    .where(ne(schema.task.state, "SUCCEEDED"));
  const p95 = (of: readonly number[]) => percentile(of, 0.95);
  const ofPlan = (of: readonly Outcome[], plan: PlanName) =>
    p95(
      dwells(
        of.filter((one) => one.plan === plan),
        farm,
      ),
    );
  const [dwellAlone, dwellBeside] = [p95(dwells(alone, farm)), p95(dwells(beside, farm))];
  const submits = (of: readonly Outcome[]) => p95(of.map(({ submitMs }) => submitMs));
  const count = (of: readonly Outcome[]) => `${accepted(of).length} of ${of.length}`;
  process.stdout.write(
    `  an hour in ${HOUR_S / factor} s (factor ${factor}), ${NORMAL_PER_S}/s normal, ${NORMAL_PER_S * TIMES_NORMAL}/s in the campaign, ${SLOTS} slots, work of ${WORK_MS} ms\n` +
      `  accepted: others alone ${count(alone)}, others beside ${count(beside)}, campaign ${count(crowd)}; load ${loadavg()[0]}\n`,
  );
  const figure = (id: string, value: number, unit: string, target: number | null) => ({
    id,
    value,
    unit,
    target,
    better: "lower" as const,
  });
  const isOdd = ({ status }: Outcome) => status !== 202 && status !== 429;
  printFigures("campaign", [
    figure("others_p95_alone", dwellAlone, "ms", null),
    figure("others_p95_beside", dwellBeside, "ms", null),
    figure("others_p95_ratio", dwellBeside / dwellAlone, "x", 1.5),
    ...PLAN_NAMES.map((plan) =>
      figure(`${plan}_p95_ratio`, ofPlan(beside, plan) / ofPlan(alone, plan), "x", 1.5),
    ),
    figure("others_submit_p95_ratio", submits(beside) / submits(alone), "x", null),
    figure("others_refused", beside.length - accepted(beside).length, "submits", 0),
    figure("campaign_refused", 1 - accepted(crowd).length / crowd.length, "share", null),
    figure("neither_202_nor_429", all.filter(isOdd).length, "submits", 0),
    figure("accepted_not_done", notDone.length, "tasks", 0),
  ]);
}

const dataDir = mkdtempSync(join(tmpdir(), "cutroom-campaign-"));
const wakes = await listenForWakes();
const cloud = await startCloud(dataDir);
setMaxListeners(0);
try {
  const env = readEnv({ ...sampleEnv, ...cloud.env, FARM_URL: wakes.url });
  await migrate({ databaseUrl: env.DATABASE_URL, wsProxy: env.DATABASE_WS_PROXY });
  const deferred = new Set<Promise<unknown>>();
  const { deps, close } = createDeps(env, {
    webSocket: WebSocket,
    maxConnections: 20,
    outbound: () => async () => 200,
    log: (entry) => entry.level !== "info" && process.stderr.write(`${JSON.stringify(entry)}\n`),
    defer: (work) => {
      const settled = work.catch(() => undefined).finally(() => deferred.delete(settled));
      deferred.add(settled);
    },
  });
  await rebuildQuota(deps);
  const farm = startFarm(deps, SLOTS, () => WORK_MS * (0.5 + Math.random()));
  wakes.listen(() => farm.wake());
  try {
    await measure(deps, farm);
  } finally {
    await farm.stop();
    await Promise.all(deferred);
    await close();
  }
} finally {
  const ended = once(cloud.child, "close");
  cloud.child.kill("SIGTERM");
  await ended;
  wakes.close();
  rmSync(dataDir, { recursive: true, force: true });
}
