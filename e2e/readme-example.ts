/** The REST example of README.md, run as a reader would run it. */
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { demoApiKey } from "./account.ts";
import type { Product } from "./product.ts";

const README = fileURLToPath(new URL("../README.md", import.meta.url));
const BASELINE = fileURLToPath(new URL("fixtures/baseline.mp4", import.meta.url));

/** The lines that the README tells a reader to run. */
function readmeLines(): string {
  const block = /<!-- rest-example -->\s*```sh\n([\s\S]*?)```/.exec(
    readFileSync(README, "utf8"),
  )?.[1];
  if (block === undefined) throw new Error("README.md has no REST example");
  return block;
}

/**
 * Runs them in `folder`, where they leave `cut.mp4`. `lines` is what they printed: the states
 * of the two tasks and, last, the address of the shared page.
 */
export async function runReadmeExample(
  product: Product,
  folder: string,
): Promise<{ readonly lines: readonly string[]; readonly errors: string }> {
  copyFileSync(BASELINE, join(folder, "clip.mp4"));
  const done = spawnSync("bash", ["-euo", "pipefail"], {
    cwd: folder,
    input: readmeLines(),
    encoding: "utf8",
    env: { ...process.env, API: product.apiUrl, KEY: await demoApiKey(product) },
  });
  return { lines: done.stdout.trim().split("\n"), errors: done.stderr };
}

const SHOWN_WITHIN_MS = 60_000;
const ASK_AGAIN_MS = 500;

/**
 * The page of a share once it shows its film, asked for without a script, as a link preview
 * does: what was just uploaded is first reviewed, and until then the page only says so (G5).
 */
export async function shownPage(url: string, title: string): Promise<string> {
  const endsAtMs = Date.now() + SHOWN_WITHIN_MS;
  for (;;) {
    const answer = await fetch(url);
    const page = await answer.text();
    if (answer.ok && page.includes(title)) return page;
    if (Date.now() > endsAtMs) {
      throw new Error(
        `${url} (${answer.status}) does not show "${title}":\n${page.slice(0, 2000)}`,
      );
    }
    await sleep(ASK_AGAIN_MS);
  }
}
