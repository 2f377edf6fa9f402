import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { keepsStack } from "./core-stack.ts";

/** A core whose runs leave the stack lower than they found it. */
function wearingCore() {
  const core = { stack: 65_536 };
  const exports = {
    Da: () => core.stack,
    Ea: (stack: number) => {
      core.stack = stack;
    },
  };
  return { core, exports };
}

test("a run gives the stack back that it took, also when it throws", () => {
  const { core, exports } = wearingCore();
  for (let run = 0; run < 1_000; run += 1) keepsStack(exports, () => (core.stack -= 224));
  const failing = () => {
    core.stack -= 224;
    throw new Error("exit");
  };
  expect(() => keepsStack(exports, failing)).toThrow("exit");
  expect(core.stack).toBe(65_536);
});

test("the core that is installed calls its stack's two functions as we do", async () => {
  const umd = dirname(createRequire(import.meta.url).resolve("@ffmpeg/core"));
  const text = await readFile(join(umd, "../esm/ffmpeg-core.js"), "utf8");
  expect(text).toContain('stackSave=Module["asm"]["Da"]');
  expect(text).toContain('stackRestore=Module["asm"]["Ea"]');
});
