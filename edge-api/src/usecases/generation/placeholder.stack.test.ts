import { placeholderFrom } from "@cutroom/timeline";
import type { ProjectDocument } from "@cutroom/timeline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, exportOutcome, ingest, must, putOutput, startStack } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";

const SPEC = { prompt: "a calm sea at sunset", seed: 7, duration_ms: 5_000 } as const;
const FLICKS_PER_SECOND = 705_600_000;
const WORKER = { worker_id: "w1" };
let stack: Stack;
let tenant: Tenant;
beforeAll(async () => {
  stack = await startStack();
  tenant = await stack.tenant({ credits: 50 });
});
afterAll(() => stack.stop());

async function submitted(key: string, body: object = SPEC) {
  const made = must(
    await tenant.client.createGeneration({ body: { ...SPEC, ...body }, idempotencyKey: key }),
  );
  await stack.settle();
  return { taskId: made.task_id, assetId: made.task.asset_id ?? "" };
}

/** A project whose only clip waits for the file. */
async function projectWith(assetId: string, name: string) {
  const client = tenant.client;
  const empty = must(await client.createProject({ body: { name } }));
  const { document, id } = empty;
  const clip = must(
    placeholderFrom(
      { assetId, name, durationFlicks: 5 * FLICKS_PER_SECOND },
      { id: "p-1", trackId: "video-1", startFlicks: 0, rate: document.settings.rate },
    ),
  );
  const patched = await client.patchProject({
    params: { project_id: id },
    body: { base_revision: 0, ops: [{ path: ["clips", "p-1"], value: clip }] },
  });
  return { id, patched };
}

async function claim(taskId: string, kind: "generate" | "export") {
  const { steps } = must(
    await stack.farm.claimNextStep({ body: { ...WORKER, pools: ["render"], limit: 8 } }),
  );
  const claimed = steps.find((one) => one.task_id === taskId && one.job.kind === kind);
  if (claimed === undefined) throw new Error(`${kind} was not handed out`);
  return claimed;
}

async function fill(taskId: string, checksum: string): Promise<void> {
  const claimed = await claim(taskId, "generate");
  const params = { step_id: claimed.step_id };
  const outputs = [await putOutput(claimed.job, "video", new Uint8Array([7, 7, 7]))];
  const result = { ...exportOutcome, kind: "generate" as const };
  must(
    await stack.farm.completeStep({
      params,
      body: { ...WORKER, attempt: claimed.attempt, outputs, result },
    }),
  );
  await ingest(stack, taskId, checksum);
}

describe("a clip on the timeline that is still being made", () => {
  it("is part of the project from the first moment, as is one that is still being uploaded; no file of somebody else is (E1, I8)", async () => {
    const { assetId } = await submitted("first-moment");
    const { id, patched } = await projectWith(assetId, "Waits");
    expect(must(patched).revision).toBe(1);
    expect(codeOf(await tenant.client.deleteAsset({ params: { asset_id: assetId } }))).toBe(
      "asset.in-use",
    );
    const upload = must(
      await tenant.client.createUpload({ body: { file_name: "a.mp4", size_bytes: 10 } }),
    );
    const other = await projectWith(upload.asset.id, "Upload");
    expect(must(other.patched).revision).toBe(1);
    const stranger = await stack.tenant();
    const foreign = must(
      await stranger.client.createUpload({ body: { file_name: "b.mp4", size_bytes: 10 } }),
    );
    const refused = await projectWith(foreign.asset.id, "Foreign");
    expect(codeOf(refused.patched)).toBe("asset.missing");
    const read = must(await tenant.client.getProject({ params: { project_id: id } }));
    expect(read.document.clips["p-1"]).toMatchObject({ assetId });
  });

  it("keeps the project from being exported until it is made, with a sentence that says so", async () => {
    const { taskId, assetId } = await submitted("no-export-yet");
    const { id } = await projectWith(assetId, "Not yet");
    const body = { project_id: id };
    expect(codeOf(await tenant.client.estimateExport({ body }))).toBe("clip.not-made");
    const refused = await tenant.client.createExport({ body, idempotencyKey: "not-made-1" });
    expect(codeOf(refused)).toBe("clip.not-made");
    must(await tenant.client.cancelTask({ params: { task_id: taskId } }));
    expect(codeOf(await tenant.client.estimateExport({ body }))).toBe("clip.not-made");
  });

  it("is exported with its file's bytes although no editor has been open since (I8)", async () => {
    const { taskId, assetId } = await submitted("closed-tab");
    const { id } = await projectWith(assetId, "Closed");
    const checksum = "d".repeat(64);
    await fill(taskId, checksum);
    const made = must(
      await tenant.client.createExport({
        body: { project_id: id },
        idempotencyKey: "closed-tab-export",
      }),
    );
    await stack.settle();
    const { job } = await claim(made.task_id, "export");
    if (job.kind !== "export") throw new Error("no export");
    const sent: ProjectDocument = job.document;
    expect(sent.clips["p-1"]).toMatchObject({ assetId, checksum });
    expect(job.assets).toMatchObject([{ asset_id: assetId, checksum }]);
  });

  it("tells about how many are before it while it waits (C9)", async () => {
    const other = await stack.tenant({ credits: 10 });
    const ask = (who: Tenant) => who.client.listGenerationQueue({});
    const before = must(await ask(tenant)).waiting.length;
    const first = await submitted("queue-one");
    const second = await submitted("queue-two");
    const { waiting } = must(await ask(tenant));
    const aheadOf = (taskId: string) => waiting.find((one) => one.task_id === taskId)?.ahead;
    expect(waiting).toHaveLength(before + 2);
    expect(aheadOf(second.taskId)).toBe((aheadOf(first.taskId) ?? 0) + 1);
    expect(must(await ask(other)).waiting).toEqual([]);
  });
});
