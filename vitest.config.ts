import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/**
 * Four layers, told apart by file name alone:
 *   x.test.ts        needs nothing but Node
 *   x.stack.test.ts  starts real services (Postgres, Redis, the object store, ffmpeg)
 *   x.sim.test.ts    runs histories of faults on a database of its own
 *   x.e2e.test.ts    drives a real Chromium against the whole product
 */
const everywhere = [
  "packages/*/src",
  "web/src",
  "edge-api/src",
  "render-farm/src",
  "db/src",
  "e2e",
];
const exclude = ["**/node_modules/**", "**/dist/**", "**/.next/**"];
/** What a test waits for may come late on a busy machine; it is never asserted how late. */
const patient = { poll: { timeout: 15_000 } };
const named = (suffix: string) => everywhere.map((root) => `${root}/**/*${suffix}`);

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: named(".test.{ts,tsx}"),
          exclude: [...exclude, "**/*.{stack,sim,e2e}.test.ts"],
          // The simulation runs beside them.
          testTimeout: 120_000,
          expect: patient,
        },
      },
      {
        test: {
          name: "stack",
          globalSetup: ["packages/testkit/src/stack-setup.ts"],
          include: named(".stack.test.ts"),
          exclude,
          // Two at once, also on two processors: each mostly waits for Postgres or one thread of FFmpeg.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          sequence: { groupOrder: 1 },
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: patient,
        },
      },
      {
        test: {
          name: "sim",
          globalSetup: ["packages/testkit/src/stack-setup.ts"],
          include: named(".sim.test.ts"),
          exclude,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "e2e",
          globalSetup: ["packages/testkit/src/stack-setup.ts"],
          include: named(".e2e.test.ts"),
          exclude,
          expect: patient,
          testTimeout: 300_000,
          hookTimeout: 500_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
