/** The simulation with all it runs on in one file, whole or with a defect put in. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Plugin } from "esbuild";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** One exact piece of source code and what stands in its place. */
export interface Patch {
  /** From the root of the repository. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** @throws {Error} when the piece is not there exactly once: the defect has to be made anew. */
export function applyPatch(text: string, patch: Patch): string {
  const parts = text.split(patch.find);
  if (parts.length === 2) return parts.join(patch.replace);
  throw new Error(`${patch.file} holds ${parts.length - 1} times:\n${patch.find}`);
}

function defects(patches: readonly Patch[]): Plugin {
  const at = (path: string) => patches.filter((patch) => `${ROOT}${patch.file}` === path);
  return {
    name: "defects",
    setup(bundle) {
      bundle.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const wanted = at(path);
        if (wanted.length === 0) return undefined;
        const text = await readFile(path, "utf8");
        return { contents: wanted.reduce(applyPatch, text), loader: "ts" };
      });
    },
  };
}

export async function bundleWorker(outfile: string, patches: readonly Patch[] = []): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL("worker.ts", import.meta.url))],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "silent",
    plugins: [defects(patches)],
    // CommonJS dependencies ask for Node's modules by `require`, which an ES module lacks.
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
  });
}
