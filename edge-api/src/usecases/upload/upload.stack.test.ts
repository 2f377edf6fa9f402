import { schema } from "@cutroom/db";
import { MIN_PART_BYTES } from "@cutroom/domain";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, ingest, must, startStack } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { sweepHouse } from "../housekeeping/keep-house.ts";

const { upload } = schema;
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const SIZE = MIN_PART_BYTES + 100;
const FULL = new Uint8Array(MIN_PART_BYTES).fill(7);
const REST = new Uint8Array(100).fill(8);

async function announce(tenant: Tenant, sha256?: string) {
  const body = { file_name: "clip.mp4", size_bytes: SIZE, ...(sha256 ? { sha256 } : {}) };
  return must(await tenant.client.createUpload({ body }));
}

async function openUpload(tenant: Tenant, sha256?: string): Promise<string> {
  const { upload: opened } = await announce(tenant, sha256);
  if (opened === null) throw new Error("an upload was expected");
  return opened.id;
}

async function sendPart(
  tenant: Tenant,
  uploadId: string,
  partNumber: number,
  bytes: Uint8Array<ArrayBuffer>,
) {
  const { parts } = must(
    await tenant.client.signUploadParts({
      params: { upload_id: uploadId },
      body: { part_numbers: [partNumber] },
    }),
  );
  return fetch(parts[0]?.url ?? "", { method: "PUT", body: bytes });
}

const complete = (tenant: Tenant, uploadId: string, sha256?: string) =>
  tenant.client.completeUpload({
    params: { upload_id: uploadId },
    body: sha256 === undefined ? {} : { sha256 },
  });

describe("an upload", () => {
  it("refuses empty and too large files before anything is sent (F92)", async () => {
    const tenant = await stack.tenant({ plan: "free" });
    const announceSize = (size: number) =>
      tenant.client.createUpload({ body: { file_name: "a.mp4", size_bytes: size } });
    expect(codeOf(await announceSize(0))).toBe("upload.empty-file");
    expect(codeOf(await announceSize(3 * 1024 ** 3))).toBe("upload.too-large");
  });

  it("resumes after everything was forgotten, by what the store has (M1, F87)", async () => {
    const tenant = await stack.tenant();
    const id = await openUpload(tenant);
    expect((await sendPart(tenant, id, 1, FULL)).ok).toBe(true);
    expect(await complete(tenant, id)).toMatchObject({
      failure: { code: "upload.incomplete", details: { missing: 1, first: 2 } },
    });
    const listed = must(await tenant.client.listUploadParts({ params: { upload_id: id } }));
    expect(listed.parts.map((part) => part.part_number)).toEqual([1]);
    expect((await sendPart(tenant, id, 2, REST)).ok).toBe(true);
    const done = must(await complete(tenant, id));
    expect(done.asset.state).toBe("PROCESSING");
    expect(must(await complete(tenant, id)).task_id).toBe(done.task_id);
    expect(
      codeOf(
        await tenant.client.signUploadParts({
          params: { upload_id: id },
          body: { part_numbers: [1] },
        }),
      ),
    ).toBe("upload.closed");
  });

  it("takes parts of exactly the planned length and never completes another size (F92)", async () => {
    const tenant = await stack.tenant();
    const id = await openUpload(tenant);
    expect((await sendPart(tenant, id, 1, FULL)).ok).toBe(true);
    const wrong = await sendPart(tenant, id, 2, new Uint8Array(50));
    const answer = codeOf(await complete(tenant, id));
    expect([wrong.ok, answer]).toEqual([false, "upload.incomplete"]);
  });

  it("gives known bytes at once, but only inside the workspace (M1, T2)", async () => {
    const tenant = await stack.tenant();
    const checksum = "b".repeat(64);
    const id = await openUpload(tenant, checksum);
    await sendPart(tenant, id, 1, FULL);
    await sendPart(tenant, id, 2, REST);
    const { task_id: taskId, asset } = must(await complete(tenant, id));
    await stack.settle();
    await ingest(stack, taskId, checksum);
    const ready = must(await tenant.client.getAsset({ params: { asset_id: asset.id } }));
    expect(ready).toMatchObject({ state: "READY", progress: 100, checksum });
    const again = await announce(tenant, checksum);
    expect(again).toMatchObject({ upload: null, asset: { id: asset.id, state: "READY" } });
    const other = await announce(await stack.tenant(), checksum);
    expect(other.upload).not.toBeNull();
  });

  it("refuses a file whose bytes differ from the announced sha256 (M1)", async () => {
    const tenant = await stack.tenant();
    const id = await openUpload(tenant, "c".repeat(64));
    expect(codeOf(await complete(tenant, id, "d".repeat(64)))).toBe("upload.checksum-mismatch");
    await sendPart(tenant, id, 1, FULL);
    await sendPart(tenant, id, 2, REST);
    const { task_id: taskId, asset } = must(await complete(tenant, id));
    await stack.settle();
    await ingest(stack, taskId, "e".repeat(64));
    const refused = must(await tenant.client.getAsset({ params: { asset_id: asset.id } }));
    expect(refused).toMatchObject({ state: "REFUSED", failure: { code: "CORRUPT" } });
  });

  it("is swept when it was abandoned, with its parts (F88)", async () => {
    const tenant = await stack.tenant();
    const id = await openUpload(tenant);
    await sendPart(tenant, id, 1, FULL);
    await stack.deps.database
      .update(upload)
      .set({ expiresAt: sql`now() - interval '1 minute'` })
      .where(eq(upload.id, id));
    await sweepHouse(stack.deps);
    const [row] = await stack.deps.database.select().from(upload).where(eq(upload.id, id));
    expect(row?.state).toBe("ABORTED");
    const parts = await stack.deps.store.listParts(row?.objectKey ?? "", row?.multipartId ?? "");
    expect(parts).toBeNull();
    expect(must(await tenant.client.listAssets()).assets).toEqual([]);
    expect(codeOf(await complete(tenant, id))).toBe("upload.closed");
  });

  it("cannot be dropped from the library while a project uses it, and is after", async () => {
    const tenant = await stack.tenant();
    const id = await openUpload(tenant);
    await sendPart(tenant, id, 1, FULL);
    await sendPart(tenant, id, 2, REST);
    const { task_id: taskId, asset } = must(await complete(tenant, id));
    await stack.settle();
    const early = await tenant.client.createProject({
      body: { name: "P", asset_ids: [asset.id] },
    });
    expect(codeOf(early)).toBe("asset.not-ready");
    await ingest(stack, taskId, "f".repeat(64));
    const made = must(
      await tenant.client.createProject({ body: { name: "P", asset_ids: [asset.id] } }),
    );
    expect(Object.values(made.document.clips)).toHaveLength(1);
    const drop = () => tenant.client.deleteAsset({ params: { asset_id: asset.id } });
    expect(codeOf(await drop())).toBe("asset.in-use");
    must(await tenant.client.deleteProject({ params: { project_id: made.id } }));
    expect(codeOf(await drop())).toBe("ok");
    expect(codeOf(await drop())).toBe("request.not-found");
  });
});
