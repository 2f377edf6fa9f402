/**
 * How fast an export is accepted: `POST /v1/exports` at an even 16 a second for 30 seconds,
 * open loop (a slow answer does not delay the next request), on a product without a farm's
 * load: every task is canceled at once.
 *
 *   npm run -s bench -- submit [rate per second] [seconds]
 */
import type { Client } from "@cutroom/contracts";
import { demoClient } from "../account.ts";
import { startProduct } from "../product.ts";
import { percentile, printFigures } from "./figures.ts";

const ratePerS = Number(process.argv[2] ?? 16);
const seconds = Number(process.argv[3] ?? 30);

async function sampleProject(client: Client): Promise<string> {
  const listed = await client.listProjects();
  const id = listed.ok ? listed.value.projects[0]?.id : undefined;
  if (id === undefined) throw new Error("the sample project is missing");
  return id;
}

async function submit(
  client: Client,
  projectId: string,
  key: string,
): Promise<{ ms: number; status: string }> {
  const began = performance.now();
  const answer = await client.createExport({
    body: { project_id: projectId, spec: { resolution: 360 } },
    idempotencyKey: key,
  });
  const ms = performance.now() - began;
  if (!answer.ok) return { ms, status: answer.failure.code };
  await client.cancelTask({ params: { task_id: answer.value.task_id } });
  return { ms, status: "accepted" };
}

const product = await startProduct();
try {
  const client = await demoClient(product);
  const projectId = await sampleProject(client);
  const pending: Promise<{ ms: number; status: string }>[] = [];
  const began = performance.now();
  for (let index = 0; index < ratePerS * seconds; index++) {
    const dueMs = (index * 1000) / ratePerS - (performance.now() - began);
    if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs));
    pending.push(submit(client, projectId, `bench-${index}`));
  }
  const answers = await Promise.all(pending);
  const counts = new Map<string, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  process.stdout.write(
    `  ${[...counts].map(([status, count]) => `${status}: ${count}`).join(", ")}\n`,
  );
  const times = answers.map((answer) => answer.ms);
  printFigures("submit", [
    { id: "submit_p50", value: percentile(times, 0.5), unit: "ms", target: null, better: "lower" },
    { id: "submit_p95", value: percentile(times, 0.95), unit: "ms", target: 300, better: "lower" },
    { id: "submit_p99", value: percentile(times, 0.99), unit: "ms", target: 800, better: "lower" },
    {
      id: "accepted",
      value: answers.filter((answer) => answer.status === "accepted").length / answers.length,
      unit: "share",
      target: null,
      better: "higher",
    },
  ]);
} finally {
  await product.stop();
}
