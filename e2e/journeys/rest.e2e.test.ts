import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { measure } from "../measure.ts";
import { type Product, startProduct } from "../product.ts";
import { runReadmeExample, shownPage } from "../readme-example.ts";

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
    const { lines, errors } = await runReadmeExample(product, folder);
    expect(errors).toBe("");
    expect(lines.filter((line) => line === "SUCCEEDED")).toHaveLength(2);
    const file = measure(join(folder, "cut.mp4"));
    expect({ frames: file.frames, width: file.width, height: file.height }).toEqual({
      frames: 60,
      width: 640,
      height: 360,
    });
    expect(await shownPage(lines.at(-1) ?? "", "First cut")).toContain("<video");
  });
});
