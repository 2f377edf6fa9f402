import { FLICKS_PER_SECOND, placeholderFrom } from "@cutroom/timeline";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  exportOutcome,
  ingest,
  must,
  putOutput,
  startStack,
  stepOf,
  titleProject,
} from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";

let stack: Stack;
let tenant: Tenant;
beforeAll(async () => {
  stack = await startStack();
  tenant = await stack.tenant();
});
afterAll(() => stack.stop());

const FACTS = {
  kind: "image",
  duration: 5 * FLICKS_PER_SECOND,
  video: {
    width: 16,
    height: 16,
    rate: { n: 1, d: 1 },
    frameCount: 1,
    hasAlpha: false,
    matrix: "bt709",
    range: "pc",
  },
  audio: null,
} as const;
const SAID = { disclosure: "ai", tool: "Example Image Model 3" } as const;

async function claimed(taskId: string, kind: "ingest" | "export") {
  await stack.settle();
  const step = await stepOf(stack, taskId, kind);
  const params = { step_id: step.id };
  return { params, ...must(await stack.farm.claimStep({ params, body: { worker_id: "w1" } })) };
}

/** A picture whose own credentials say that AI made it. */
async function uploaded() {
  const { client } = tenant;
  const bytes = new Uint8Array(1_000).fill(7);
  const body = { file_name: "made.png", size_bytes: bytes.length };
  const opened = must(await client.createUpload({ body }));
  const params = { upload_id: opened.upload?.id ?? "" };
  const signed = must(await client.signUploadParts({ params, body: { part_numbers: [1] } }));
  await fetch(signed.parts[0]?.url ?? "", { method: "PUT", body: bytes });
  const { task_id: taskId, asset } = must(await client.completeUpload({ params, body: {} }));
  const step = await claimed(taskId ?? "", "ingest");
  const result = {
    kind: "ingest" as const,
    checksum: "a".repeat(64),
    facts: FACTS,
    has_master: false,
    filmstrip: null,
    warnings: [],
    said_origin: SAID,
  };
  const { params: at, attempt } = step;
  const done = { worker_id: "w1", attempt, outputs: [], result };
  must(await stack.farm.completeStep({ params: at, body: done }));
  return must(await client.getAsset({ params: { asset_id: asset.id } }));
}

/** A clip of our own model, and the file it is. */
async function generated() {
  const { client } = tenant;
  const made = must(
    await client.createGeneration({
      body: { model: "procedural", prompt: "a sea", ratio: "16:9", duration_ms: 2_000 },
      idempotencyKey: "provenance-key-1",
    }),
  );
  await stack.settle();
  const body = { worker_id: "w1", pools: ["render" as const], limit: 1 };
  const { steps } = must(await stack.farm.claimNextStep({ body }));
  const [step] = steps;
  if (step === undefined) throw new Error("nothing was handed out");
  const outputs = [await putOutput(step.job, "video", new Uint8Array([7, 7, 7]))];
  const result = { ...exportOutcome, kind: "generate" as const };
  const params = { step_id: step.step_id };
  const done = { worker_id: "w1", attempt: step.attempt, outputs, result };
  must(await stack.farm.completeStep({ params, body: done }));
  await ingest(stack, made.task_id, "b".repeat(64));
  return made.task.asset_id ?? "";
}

/** A generated file is bound when it is exported, an uploaded one by its checksum. */
async function projectOf(files: readonly { id: string; checksum?: string | null }[]) {
  const { client } = tenant;
  const { document, id } = must(await client.createProject({ body: { name: "Mixed" } }));
  const ops = files.map(({ id: assetId, checksum }, index) => {
    const at = { id: `p-${index}`, trackId: "video-1", rate: document.settings.rate };
    const startFlicks = index * 5 * FLICKS_PER_SECOND;
    const clip = must(
      placeholderFrom(
        { assetId, name: assetId, durationFlicks: 5 * FLICKS_PER_SECOND },
        { ...at, startFlicks },
      ),
    );
    return {
      path: ["clips", `p-${index}`],
      value: { ...clip, ...(checksum == null ? {} : { checksum }) },
    };
  });
  must(await client.patchProject({ params: { project_id: id }, body: { base_revision: 0, ops } }));
  return id;
}

it("what a file says of itself is kept with it, and an export is told how each of its files came to be (G8)", async () => {
  const { client } = tenant;
  const picture = await uploaded();
  expect(picture).toMatchObject({ ai_disclosure: "ai", said_origin: SAID, origin: "upload" });
  const clip = await generated();
  const projectId = await projectOf([{ id: clip }, picture]);
  const { task_id: taskId } = must(
    await client.createExport({
      body: { project_id: projectId, spec: { ai_label: true } },
      idempotencyKey: "provenance-key-2",
    }),
  );
  const step = await claimed(taskId, "export");
  if (step.job.kind !== "export") throw new Error("no export was handed out");
  expect(step.job.spec.ai_label).toBe(true);
  const origins = new Map(step.job.assets.map((asset) => [asset.asset_id, asset.origin]));
  expect(origins.get(clip)).toEqual({
    disclosure: "procedural",
    tool: "procedural",
    is_claim: false,
  });
  expect(origins.get(picture.id)).toEqual({ ...SAID, is_claim: true });
});

it("what an export is made of is told to its owner and to whoever has its link (G8)", async () => {
  const { client } = tenant;
  const { task_id: taskId } = must(
    await client.createExport({
      body: { project_id: await titleProject(client, 5) },
      idempotencyKey: "provenance-key-3",
    }),
  );
  const step = await claimed(taskId, "export");
  const provenance = {
    ai_disclosure: "partly" as const,
    tools: ["runway-gen4.5", "procedural"],
    credentials: "signed" as const,
  };
  const outputs = [await putOutput(step.job, "video", new Uint8Array([1, 2, 3]))];
  const result = { ...exportOutcome, provenance };
  const done = { worker_id: "w1", attempt: step.attempt, outputs, result };
  must(await stack.farm.completeStep({ params: step.params, body: done }));
  const task = must(await client.getTask({ params: { task_id: taskId }, query: {} }));
  expect(task.output?.provenance).toEqual(provenance);
  const share = must(await client.createShare({ body: { task_id: taskId } }));
  const shown = must(await stack.clientWith({}).getPublicShare({ params: { token: share.token } }));
  expect(shown.provenance).toEqual(provenance);
});
