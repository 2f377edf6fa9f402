import { createHash } from "node:crypto";
import { clipModel } from "@cutroom/domain";
import type { ModelName } from "@cutroom/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ingest, ingestOutcome, must, putOutput, stepOf, stillFacts } from "../../stack.cases.ts";
import type { Tenant } from "../../stack.cases.ts";
import { VENDOR_MODELS, lengthOf, startVendorStack } from "./vendor.cases.ts";
import type { VendorStack } from "./vendor.cases.ts";

/** One grey dot. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
  "base64",
);
const DIGEST = createHash("sha256").update(PNG).digest("hex");
let parts: VendorStack;
let tenant: Tenant;
let picture: string;
beforeAll(async () => {
  parts = await startVendorStack();
  tenant = await parts.stack.tenant({ plan: "enterprise", credits: 5_000 });
  picture = await uploaded();
});
afterAll(() => parts.stop());

/** A picture of the library, sent to the store and prepared as a person's is. */
async function uploaded(): Promise<string> {
  const { client } = tenant;
  const body = { file_name: "dot.png", size_bytes: PNG.length };
  const { asset, upload } = must(await client.createUpload({ body }));
  const params = { upload_id: upload?.id ?? "" };
  const signed = must(await client.signUploadParts({ params, body: { part_numbers: [1] } }));
  await fetch(signed.parts[0]?.url ?? "", { method: "PUT", body: PNG });
  const done = must(await client.completeUpload({ params, body: {} }));
  await parts.stack.settle();
  await ingest(parts.stack, done.task_id ?? "", DIGEST, stillFacts);
  return asset.id;
}

describe("a clip that begins with a picture of the library (G9, G1)", () => {
  const framesOf = (model: ModelName) =>
    clipModel(model).frames.map((role) => ({ role, asset_id: picture }));
  /** The next length that the model has for a clip that ends with a picture. */
  const durationOf = (model: ModelName) =>
    clipModel(model).lastFrameDurationsMs?.at(0) ?? lengthOf(model);

  it.each(VENDOR_MODELS)(
    "%s gets its very bytes, and what it makes of them is ours",
    async (model) => {
      const { vendor } = clipModel(model);
      if (vendor === null) throw new Error("no vendor");
      await parts.longAgo();
      const assets = framesOf(model);
      const { task_id: taskId } = must(
        await tenant.client.createGeneration({
          body: { model, prompt: "push in", mode: "image", assets, duration_ms: durationOf(model) },
          idempotencyKey: `picture-of-${model}`,
        }),
      );
      await parts.stack.settle();
      await parts.finish(taskId, createHash("sha256").update(model).digest("hex"));
      const jobs = parts.vendor(vendor).jobs();
      expect(jobs.map(({ job }) => job.pictures)).toEqual([assets.map(() => DIGEST)]);
      const done = await parts.task(tenant, taskId);
      expect(done.state).toBe("SUCCEEDED");
      expect(await parts.booked(taskId)).toBe(jobs[0]?.billedMicros);
      const params = { asset_id: done.asset_id ?? "" };
      const asset = must(await tenant.client.getAsset({ params }));
      expect(asset).toMatchObject({ state: "READY", ai_disclosure: "ai" });
      expect(JSON.stringify(done)).not.toContain(new URL(parts.vendor(vendor).baseUrl).host);
    },
  );
});

describe("a vendor's clip, when the farm has signed it (G8)", () => {
  const SIGNED = new TextEncoder().encode("the same film with credentials");
  const provenance = {
    ai_disclosure: "wholly" as const,
    tools: ["runway-gen4.5"],
    credentials: "signed" as const,
  };

  it("is the signed file wherever it is shown, and the bytes that were copied are gone", async () => {
    const { stack } = parts;
    const taskId = await parts.submit(tenant, "runway-gen4.5", "to be signed");
    await parts.passes(1);
    parts.advance(6_000);
    await parts.passes(2);
    const step = await stepOf(stack, taskId, "ingest");
    const params = { step_id: step.id };
    const claimed = must(await stack.farm.claimStep({ params, body: { worker_id: "w1" } }));
    if (claimed.job.kind !== "ingest") throw new Error("nothing to prepare");
    const { source_url: copied, origin } = claimed.job;
    expect(origin).toEqual({ disclosure: "ai", tool: "runway-gen4.5", is_claim: false });
    expect((await fetch(copied)).status).toBe(200);
    const outputs = [
      await putOutput(claimed.job, "proxy", new Uint8Array([1, 2, 3])),
      await putOutput(claimed.job, "original", SIGNED),
    ];
    const checksum = createHash("sha256").update(SIGNED).digest("hex");
    const result = { ...ingestOutcome, checksum, provenance };
    const body = { worker_id: "w1", attempt: claimed.attempt, outputs, result };
    must(await stack.farm.completeStep({ params, body }));
    await stack.settle();
    const done = await parts.task(tenant, taskId);
    expect(done).toMatchObject({ state: "SUCCEEDED", output: { provenance } });
    const shown = { params: { asset_id: done.asset_id ?? "" } };
    const asset = must(await tenant.client.getAsset(shown));
    expect(asset).toMatchObject({ checksum, size_bytes: SIGNED.length });
    for (const url of [asset.urls.original, done.output?.video_url]) {
      const film = await fetch(url ?? "");
      expect(new Uint8Array(await film.arrayBuffer())).toEqual(SIGNED);
    }
    expect((await fetch(copied)).status).toBe(404);
  });
});
