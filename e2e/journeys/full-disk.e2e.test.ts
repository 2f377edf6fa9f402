import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Client } from "@cutroom/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoClient } from "../account.ts";
import { announce, must, startExport, untilEnded, untilKept } from "../by-api.ts";
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

describe("a disk that fills up while Cutroom runs", () => {
  it("refuses uploads with what to do, keeps a finished export, and goes on when space is freed (I2, C10)", async () => {
    const first = await announce(client, BASELINE, "first.mp4");
    expect((await first.send()).status).toBe(200);
    expect((await untilEnded(client, await first.complete())).state).toBe("SUCCEEDED");
    const body = { name: "Kept", asset_ids: [first.assetId] };
    const project = must(await client.createProject({ body }));

    // Enough to render, not enough to store: what is left is kept for the database.
    ballast.leave(200 * MIB);
    // Another file: the same bytes would need no space.
    const other = Buffer.concat([BASELINE, Buffer.alloc(8)]);
    const second = await announce(client, other, "second.mp4");
    const refused = await second.send();
    expect(refused.status).toBe(507);
    expect(await refused.text()).toContain("Free some space on it and try again");
    const exportId = await startExport(client, project.id);
    await untilKept(client, exportId);

    // Not a byte left, for anyone.
    ballast.leave(0);
    const { bavail, bsize } = statfsSync(dataDir);
    expect(bavail * bsize).toBeLessThan(MIB);
    expect((await second.send()).status).toBe(507);
    expect((await client.listProjects()).ok).toBe(true);

    ballast.drop();
    expect((await second.send()).status).toBe(200);
    expect((await untilEnded(client, await second.complete())).state).toBe("SUCCEEDED");
    // What was rendered is stored by itself, and a new export is as it always was.
    expect((await untilEnded(client, exportId)).state).toBe("SUCCEEDED");
    const again = await untilEnded(client, await startExport(client, project.id));
    expect(again.state).toBe("SUCCEEDED");
    const { projects } = must(await client.listProjects());
    expect(projects.map(({ name }) => name)).toEqual(["Kept"]);
  });
});
