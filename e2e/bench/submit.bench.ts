/**
 * How fast an export is accepted: `POST /v1/exports` at an even rate, open loop (a slow answer
 * does not delay the next request), by one workspace on the enterprise plan. The farm's lane is
 * closed, so the way in is measured and not the rendering; waking the farm is part of it.
 *
 *   npm run -s bench -- submit [rate per second = 16] [seconds = 30]
 */
import { loadavg } from "node:os";
import type { Client } from "@cutroom/contracts";
import { schema } from "@cutroom/db";
import { titleClip } from "@cutroom/testkit";
import { count, eq } from "drizzle-orm";
import { must } from "../by-api.ts";
import { startBenchProduct } from "./bench-product.ts";
import { cpuByPart, cpuEach } from "./cpu.ts";
import { percentile, printFigures } from "./figures.ts";

const ratePerS = Number(process.argv[2] ?? 16);
const seconds = Number(process.argv[3] ?? 30);
const FLICKS_PER_SECOND = 705_600_000;
/** Connections, caches and compiled code are warm in a service that runs. */
const WARM_UP = 40;

/** A project of one title: what is measured is the same for all. */
async function makeProject(client: Client): Promise<string> {
  const made = must(await client.createProject({ body: { name: "Bench" } }));
  const track = Object.values(made.document.tracks).find((entry) => entry.kind === "text");
  if (track === undefined) throw new Error("a new project has a text track");
  const durationFlicks = 5 * FLICKS_PER_SECOND;
  const clip = titleClip({ id: "title-1", trackId: track.id, durationFlicks });
  const body = { base_revision: 0, ops: [{ path: ["clips", "title-1"], value: clip }] };
  must(await client.patchProject({ params: { project_id: made.id }, body }));
  return made.id;
}

async function submit(client: Client, projectId: string, key: string) {
  const began = performance.now();
  const answer = await client.createExport({
    body: { project_id: projectId, spec: { resolution: 360 } },
    idempotencyKey: key,
  });
  const ms = performance.now() - began;
  return { ms, status: answer.ok ? "accepted" : answer.failure.code };
}

/** Sends at the rate, whatever the answers do. */
async function run(client: Client, projectId: string) {
  const pending: ReturnType<typeof submit>[] = [];
  const began = performance.now();
  for (let index = 0; index < ratePerS * seconds; index++) {
    const dueMs = (index * 1000) / ratePerS - (performance.now() - began);
    if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs));
    pending.push(submit(client, projectId, `bench-key-${index}`));
  }
  return Promise.all(pending);
}

const product = await startBenchProduct();
try {
  const { client, database } = product;
  const projectId = await makeProject(client);
  for (let index = 0; index < WARM_UP; index++) {
    await submit(client, projectId, `warm-up-${index}`);
  }
  const loadBefore = loadavg()[0];
  const cpuBefore = cpuByPart();
  const answers = await run(client, projectId);
  const counts = new Map<string, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  const told = [...counts].map(([status, times]) => `${status}: ${times}`).join(", ");
  process.stdout.write(
    `  ${ratePerS}/s for ${seconds} s: ${told}; load ${loadBefore} before, ${loadavg()[0]} after\n`,
  );
  const cpu = cpuEach(cpuBefore, cpuByPart(), answers.length);
  process.stdout.write(
    `  processor, ms a submit: ${cpu.map(([part, ms]) => `${part} ${ms.toFixed(2)}`).join(", ")}\n`,
  );
  const accepted = counts.get("accepted") ?? 0;
  const [stored] = await database
    .select({ tasks: count() })
    .from(schema.task)
    .where(eq(schema.task.tenantId, "tenant_bench"));
  const times = answers.map((answer) => answer.ms);
  printFigures("submit", [
    { id: "submit_p50", value: percentile(times, 0.5), unit: "ms", target: null, better: "lower" },
    { id: "submit_p95", value: percentile(times, 0.95), unit: "ms", target: 300, better: "lower" },
    { id: "submit_p99", value: percentile(times, 0.99), unit: "ms", target: 800, better: "lower" },
    {
      id: "accepted",
      value: accepted / answers.length,
      unit: "share",
      target: 1,
      better: "higher",
    },
    {
      id: "cpu_per_submit",
      value: cpu.reduce((total, [, ms]) => total + ms, 0),
      unit: "ms",
      target: null,
      better: "lower",
    },
    {
      // Every answer is a task, and every task was answered.
      id: "tasks_not_answered",
      value: Math.abs((stored?.tasks ?? 0) - accepted - WARM_UP),
      unit: "tasks",
      target: 0,
      better: "lower",
    },
  ]);
} finally {
  await product.stop();
}
