import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Client } from "@cutroom/contracts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { demoClient } from "../account.ts";
import { Ballast } from "../ballast.ts";
import { type Product, startProduct } from "../product.ts";

const BASELINE = readFileSync(fileURLToPath(new URL("../fixtures/baseline.mp4", import.meta.url)));
/** More than the start asks for; all of it can be filled in a moment. */
const DISK_MIB = 1300;
const MIB = 1024 ** 2;

let disk: string;
let dataDir: string;
let product: Product | undefined;
let client: Client;
let ballast: Ballast;

beforeAll(async () => {
  disk = mkdtempSync(join(tmpdir(), "cutroom-disk-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MIB}m`, "tmpfs", disk]);
  // Who may not mount takes the small disk that every Linux lets all write to.
  const root = mounted.status === 0 ? disk : mkdtempSync("/dev/shm/cutroom-disk-");
  dataDir = join(root, "data");
  mkdirSync(dataDir);
  ballast = new Ballast(join(root, "ballast"));
  product = await startProduct({ dataDir, env: { CUTROOM_SAMPLE: "0" } });
  client = await demoClient(product);
});
afterAll(async () => {
  ballast.drop();
  await product?.stop();
  spawnSync("umount", [disk]);
  rmSync(join(dataDir, ".."), { recursive: true, force: true });
  rmSync(disk, { recursive: true, force: true });
});

async function announce(bytes: Buffer, name: string) {
  const made = await client.createUpload({
    body: { file_name: name, size_bytes: bytes.length, content_type: "video/mp4" },
  });
  if (!made.ok || made.value.upload === null) throw new Error(JSON.stringify(made));
  const upload_id = made.value.upload.id;
  const signed = await client.signUploadParts({
    params: { upload_id },
    body: { part_numbers: [1] },
  });
  if (!signed.ok) throw new Error(JSON.stringify(signed));
  const [part] = signed.value.parts;
  const send = () => fetch(part?.url ?? "", { method: "PUT", body: new Uint8Array(bytes) });
  const complete = () => client.completeUpload({ params: { upload_id }, body: {} });
  return { send, complete, assetId: made.value.asset.id };
}

async function untilEnded(taskId: string) {
  return vi.waitFor(
    async () => {
      const task = await client.getTask({ params: { task_id: taskId }, query: { wait_s: 20 } });
      if (!task.ok) throw new Error(JSON.stringify(task));
      expect(["SUCCEEDED", "FAILED"]).toContain(task.value.state);
      return task.value;
    },
    { timeout: 200_000, interval: 200 },
  );
}
const exportOf = async (projectId: string) => {
  const task = await client.createExport({
    body: { project_id: projectId, spec: { resolution: 360 } },
    idempotencyKey: crypto.randomUUID(),
  });
  if (!task.ok) throw new Error(JSON.stringify(task));
  return task.value.task_id;
};

describe("a disk that fills up while Cutroom runs", () => {
  it("fails uploads and exports with what to do, loses nothing, and goes on when space is freed (I2)", async () => {
    const first = await announce(BASELINE, "first.mp4");
    expect((await first.send()).status).toBe(200);
    const completed = await first.complete();
    if (!completed.ok) throw new Error(JSON.stringify(completed));
    expect((await untilEnded(completed.value.task_id ?? "")).state).toBe("SUCCEEDED");
    const project = await client.createProject({
      body: { name: "Kept", asset_ids: [first.assetId] },
    });
    if (!project.ok) throw new Error(JSON.stringify(project));

    // Enough to render, not enough to store: what is left is kept for the database.
    ballast.leave(200 * MIB);
    // Another file: the same bytes would need no space.
    const second = await announce(Buffer.concat([BASELINE, Buffer.alloc(8)]), "second.mp4");
    const refused = await second.send();
    expect(refused.status).toBe(507);
    expect(await refused.text()).toContain("Free some space on it and try again");
    const failed = await untilEnded(await exportOf(project.value.id));
    expect(failed).toMatchObject({ state: "FAILED", failure: { code: "STORAGE_FAILED" } });

    // Not a byte left, for anyone.
    ballast.leave(0);
    const { bavail, bsize } = statfsSync(dataDir);
    expect(bavail * bsize).toBeLessThan(MIB);
    expect((await second.send()).status).toBe(507);
    expect((await client.listProjects()).ok).toBe(true);

    ballast.drop();
    expect((await second.send()).status).toBe(200);
    const later = await second.complete();
    if (!later.ok) throw new Error(JSON.stringify(later));
    expect((await untilEnded(later.value.task_id ?? "")).state).toBe("SUCCEEDED");
    expect((await untilEnded(await exportOf(project.value.id))).state).toBe("SUCCEEDED");
    const listed = await client.listProjects();
    expect(listed.ok && listed.value.projects.map(({ name }) => name)).toEqual(["Kept"]);
  });
});
