import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, ingest, must, startStack } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";

const SPEC = { prompt: "push in slowly", seed: 7, duration_ms: 5_000 } as const;
let stack: Stack;
let tenant: Tenant;
let film: string;
beforeAll(async () => {
  stack = await startStack();
  tenant = await stack.tenant({ credits: 50 });
  film = await uploaded();
});
afterAll(() => stack.stop());

/** A film of the library, prepared. */
async function uploaded(): Promise<string> {
  const bytes = new Uint8Array([1, 2, 3, 4]);
  const { asset, upload } = must(
    await tenant.client.createUpload({ body: { file_name: "a.mp4", size_bytes: bytes.length } }),
  );
  const params = { upload_id: upload?.id ?? "" };
  const { parts } = must(
    await tenant.client.signUploadParts({ params, body: { part_numbers: [1] } }),
  );
  await fetch(parts[0]?.url ?? "", { method: "PUT", body: bytes });
  const done = must(await tenant.client.completeUpload({ params, body: {} }));
  await stack.settle();
  await ingest(stack, done.task_id ?? "", "e".repeat(64));
  return asset.id;
}
const create = (key: string, over: object) =>
  tenant.client.createGeneration({ body: { ...SPEC, ...over }, idempotencyKey: `frames-${key}` });
const first = { role: "first_frame" as const, at_ms: 1_500 };

describe("a clip that begins with a picture", () => {
  it("hands the machine the picture's file and its moment, for a while only (G9)", async () => {
    const assets = [{ asset_id: film, ...first }];
    const { task_id: taskId } = must(await create("hand", { mode: "image", assets }));
    await stack.settle();
    const body = { worker_id: "w1", pools: ["render" as const], limit: 8 };
    const { steps } = must(await stack.farm.claimNextStep({ body }));
    const job = steps.find((step) => step.task_id === taskId)?.job;
    if (job?.kind !== "generate") throw new Error("nothing makes it");
    expect(job.frames).toMatchObject([
      { role: "first_frame", asset_id: film, kind: "video", at_ms: 1_500, size_bytes: 4 },
    ]);
    const bytes = await fetch(job.frames?.[0]?.url ?? "");
    expect((await bytes.arrayBuffer()).byteLength).toBe(4);
  });

  it("is a version of the film that it goes on from, and no other clip is (M3)", async () => {
    const assets = [{ asset_id: film, ...first }];
    const versionOf = async (key: string, mode: string) => {
      const { task } = must(await create(key, { mode, assets }));
      const params = { asset_id: task.asset_id ?? "" };
      return must(await tenant.client.getAsset({ params })).extends_asset_id;
    };
    expect(await versionOf("version", "extend")).toBe(film);
    expect(await versionOf("no-version", "image")).toBeNull();
  });

  it("is refused before it costs anything: no such file, no first picture, a role twice (C4)", async () => {
    const refusal = async (key: string, over: object) => codeOf(await create(key, over));
    const asset = { asset_id: film, ...first };
    const stranger = await stack.tenant({ credits: 5 });
    expect(await refusal("gone", { mode: "image", assets: [{ ...asset, asset_id: "no" }] })).toBe(
      "asset.missing",
    );
    expect(await refusal("none", { mode: "image" })).toBe("model.cannot");
    expect(await refusal("words", { assets: [asset] })).toBe("model.cannot");
    expect(await refusal("twice", { mode: "image", assets: [asset, asset] })).toBe("model.cannot");
    const theirs = await stranger.client.createGeneration({
      body: { ...SPEC, mode: "image", assets: [asset] },
      idempotencyKey: "frames-stranger",
    });
    expect(codeOf(theirs)).toBe("asset.missing");
  });
});
