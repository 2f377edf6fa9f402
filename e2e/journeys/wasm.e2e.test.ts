import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bareThePath } from "../bare-path.ts";
import { measure } from "../measure.ts";
import { type Product, startProduct } from "../product.ts";
import { runReadmeExample, shownPage } from "../readme-example.ts";

const PROGRAMS_NOT_THERE = ["ffmpeg", "ffprobe", "redis-server"];

let product: Product;
let folder: string;
let path: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cutroom-wasm-"));
  mkdirSync(join(folder, "bin"));
  path = bareThePath(join(folder, "bin"), PROGRAMS_NOT_THERE);
  // With the sample project: making it takes worker threads in the launcher and in the farm.
  product = await startProduct({ env: { PATH: path, FARM_ENGINE: "wasm" } });
});
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("a machine with neither ffmpeg nor redis-server", () => {
  it("starts, and says that FFmpeg runs as WebAssembly", () => {
    expect(PROGRAMS_NOT_THERE.filter((name) => existsSync(join(path, name)))).toEqual([]);
    expect(product.said()).toContain("FFmpeg: WebAssembly");
    expect(product.said()).toContain("Making the sample project");
    expect(product.said()).toContain("Cutroom is ready");
  });

  it("uploads, cuts, exports, downloads and shares by the README's lines, every frame there (J3)", async () => {
    const { lines, errors } = await runReadmeExample(product, folder);
    expect(errors).toBe("");
    expect(lines.filter((line) => line === "SUCCEEDED")).toHaveLength(2);
    const file = measure(join(folder, "cut.mp4"));
    expect(file).toMatchObject({
      frames: 60,
      width: 640,
      height: 360,
      rate: "30/1",
      colour: ["bt709", "bt709", "bt709", "tv"],
    });
    expect(await shownPage(lines.at(-1) ?? "", "First cut")).toContain("<video");
    // An app that ended and was started again would have been named here.
    expect(product.said()).not.toContain("ended with code");
  });
});
