import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoApiKey } from "../account.ts";
import { measure } from "../measure.ts";
import { type Product, startProduct } from "../product.ts";

const README = fileURLToPath(new URL("../../README.md", import.meta.url));
const BASELINE = fileURLToPath(new URL("../fixtures/baseline.mp4", import.meta.url));

/** The lines that the README tells a reader to run. */
function readmeLines(): string {
  const block = /<!-- rest-example -->\s*```sh\n([\s\S]*?)```/.exec(
    readFileSync(README, "utf8"),
  )?.[1];
  if (block === undefined) throw new Error("README.md has no REST example");
  return block;
}

let product: Product;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cutroom-rest-"));
  product = await startProduct({ env: { CUTROOM_SAMPLE: "0" } });
});
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("J3 by REST", () => {
  it("the README's lines upload, cut, export, wait, download and share, exactly as printed", async () => {
    copyFileSync(BASELINE, join(folder, "clip.mp4"));
    const done = spawnSync("bash", ["-euo", "pipefail"], {
      cwd: folder,
      input: readmeLines(),
      encoding: "utf8",
      env: { ...process.env, API: product.apiUrl, KEY: await demoApiKey(product) },
    });
    expect(done.stderr).toBe("");
    const lines = done.stdout.trim().split("\n");
    expect(lines.filter((line) => line === "SUCCEEDED")).toHaveLength(2);
    const file = measure(join(folder, "cut.mp4"));
    expect({ frames: file.frames, width: file.width, height: file.height }).toEqual({
      frames: 60,
      width: 640,
      height: 360,
    });
    const page = await fetch(lines.at(-1) ?? "");
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("First cut");
  });
});
