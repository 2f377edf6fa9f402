import { schema } from "@cutroom/db";
import { PLAIN_LOOK } from "@cutroom/timeline";
import type { PictureLook } from "@cutroom/timeline";
import { afterAll, beforeAll, expect, it } from "vitest";
import { codeOf, must, startStack, stepOf } from "../../stack.cases.ts";
import type { Stack } from "../../stack.cases.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const NOTHING = { duration: 0, video: null, audio: null };
const STILL = {
  ...NOTHING,
  kind: "image",
  video: {
    width: 640,
    height: 360,
    rate: { n: 30, d: 1 },
    frameCount: 1,
    hasAlpha: false,
    matrix: "bt709",
    range: "tv",
  },
} as const;

it("a look's .cube file is bound by its bytes, kept while it is used, and given to the farm (I8, M3)", async () => {
  const { client, tenantId, userId } = await stack.tenant();
  const stillId = `still_${tenantId}`;
  const lutId = `lut_${tenantId}`;
  const file = (id: string, checksum: string, facts: object) => ({
    id,
    tenantId,
    userId,
    name: id,
    state: "READY" as const,
    sizeBytes: 10,
    contentType: "application/octet-stream",
    checksum,
    originalKey: `${tenantId}/${id}`,
    masterKey: `${tenantId}/${id}/master`,
    facts,
  });
  await stack.deps.database
    .insert(schema.asset)
    .values([
      file(stillId, "a".repeat(64), STILL),
      file(lutId, "b".repeat(64), { ...NOTHING, kind: "lut" }),
    ]);
  const made = must(await client.createProject({ body: { name: "P", asset_ids: [stillId] } }));
  const [clipId = ""] = Object.keys(made.document.clips);
  const params = { project_id: made.id };
  const withLut = (assetId: string, checksum: string) => {
    const lut = { kind: "file", assetId, checksum, name: "Mine" } as const;
    const value: PictureLook = { ...PLAIN_LOOK, lut };
    const ops = [{ path: ["clips", clipId, "look"], value }];
    return client.patchProject({ params, body: { base_revision: 0, ops } });
  };
  expect(codeOf(await withLut("somebody-elses", "b".repeat(64)))).toBe("asset.missing");
  expect(codeOf(await withLut(lutId, "c".repeat(64)))).toBe("asset.missing");
  must(await withLut(lutId, "b".repeat(64)));
  expect(codeOf(await client.deleteAsset({ params: { asset_id: lutId } }))).toBe("asset.in-use");
  const body = { project_id: made.id };
  const accepted = must(await client.createExport({ body, idempotencyKey: `lut-${tenantId}` }));
  await stack.settle();
  const step = await stepOf(stack, accepted.task_id, "export");
  const claim = { params: { step_id: step.id }, body: { worker_id: "w1" } };
  const { job } = must(await stack.farm.claimStep(claim));
  const given = job.kind === "export" ? job.assets.map((one) => [one.asset_id, one.checksum]) : [];
  expect(given).toContainEqual([lutId, "b".repeat(64)]);
});
