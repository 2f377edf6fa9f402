/** What is seen at once is what the export makes: every golden project of the compiler, on the canvas. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { compile, slicePlan } from "@cutroom/compiler";
import type { RenderPlan } from "@cutroom/compiler";
import {
  GOLDEN_FACTS,
  GOLDEN_FILES,
  GOLDEN_PROJECTS,
  goldenOptions,
} from "@cutroom/compiler/testing/golden-projects";
import type { GoldenProject } from "@cutroom/compiler/testing/golden-projects";
import { makeGoldenMedia, makeTitles, render } from "@cutroom/compiler/testing/media";
import { framesToFlicks } from "@cutroom/timeline";
import type { ProjectDocument } from "@cutroom/timeline";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MediaByAsset } from "./media.ts";
import { copyVendor, ffmpeg, openChromium, serveFiles, servePage } from "./testing/bench.ts";
import type { Served } from "./testing/bench.ts";

const LEAST_SSIM = 0.98;
/** Projects that are not there yet: how near they are, and what keeps them. Floors only rise. */
const KNOWN: Readonly<Record<string, { readonly least: number; readonly why: string }>> = {
  blends: {
    least: 0.91,
    why: "the graph blends colours of half the size, browsers whole ones whose blue ends two levels early where it is clipped: burn (0.914) and dodge (0.954) divide by what is nearly zero there",
  },
  looks: {
    least: 0.979,
    why: "0.981 where it was measured, too near the line to be told from another build of a browser",
  },
  "look-keys": { least: 0.979, why: "as looks: 0.980" },
  grain: {
    least: 0.974,
    why: "grain drives strong colours beyond the gamut: the graph mixes two pictures first and clips then",
  },
};

const run = promisify(execFile);
/** FFmpeg of this machine, as the compiler's makers of media want it. */
const native: Parameters<typeof makeGoldenMedia>[0] = {
  async run({ tool, args, directory: cwd }) {
    const { stdout, stderr } = await run(tool, [...args], { cwd, maxBuffer: 1 << 26 });
    return { ok: true, stdout, stderr, cpuMs: 0 };
  },
};

let directory: string;
let media: Served;
let served: Served;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "cutroom-golden-"));
  await Promise.all([makeGoldenMedia(native, directory), copyVendor()]);
  media = await serveFiles([directory]);
  served = await servePage(join(directory, "page"));
  browser = await openChromium();
  page = await browser.newPage({ viewport: { width: 820, height: 500 } });
  // The exact picture comes from the native program here.
  await page.route("**/ffmpeg-core*", (route) => route.abort());
  await page.goto(served.url);
  await page.waitForFunction(() => window.harness !== undefined, null, { timeout: 120_000 });
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([served?.close(), media?.close()]);
  await rm(directory, { recursive: true, force: true });
});

/** The project at its target, as the monitor shows it. */
function shown({ document, target }: GoldenProject): ProjectDocument {
  return { ...document, settings: { ...document.settings, ...target } };
}

function planOf(project: GoldenProject): RenderPlan {
  const plan = compile(shown(project), GOLDEN_FACTS, project.target, goldenOptions(project));
  if (!plan.ok) throw new Error(plan.failure.code);
  return plan.value;
}

/** The middles of every picture and of every transition. */
function instantsOf(plan: RenderPlan): number[] {
  const middles = plan.layers.flatMap(({ pictures, transitions }) => [
    ...pictures.map((one) => Math.floor((one.startFrame + one.endFrame) / 2)),
    ...transitions.map((one) => one.startFrame + Math.floor(one.frameCount / 2)),
  ]);
  const inside = middles.filter((frame) => frame >= 0 && frame < plan.frameCount);
  return [...new Set(inside)].toSorted((a, b) => a - b);
}

function mediaOf(): MediaByAsset {
  const films = Object.entries(GOLDEN_FACTS).map(([id, facts]) => {
    const proxyUrl = `${media.url}/${GOLDEN_FILES[`asset-${id}`]}`;
    return [id, { kind: facts.kind, facts, proxyUrl }] as const;
  });
  const table = { kind: "image", facts: null, proxyUrl: `${media.url}/own-look.cube` } as const;
  return { ...Object.fromEntries(films), "own-look": table };
}

async function livePixels(frame: number, plan: RenderPlan): Promise<Buffer> {
  await page.evaluate((at) => window.harness?.seek(at), framesToFlicks(frame, plan.rate));
  await page.waitForSelector(`[data-testid=monitor][data-frame="${frame}"]`, { timeout: 20_000 });
  const base64 = await page.evaluate(() => {
    const canvas = globalThis.document.querySelector<HTMLCanvasElement>(
      "[data-testid=monitor] canvas",
    );
    const data = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
    let text = "";
    for (const byte of data ?? []) text += String.fromCodePoint(byte);
    return btoa(text);
  });
  return Buffer.from(base64, "base64");
}

async function exactPixels(frame: number, plan: RenderPlan): Promise<Buffer> {
  const slice = slicePlan(plan, { startFrame: frame, endFrame: frame + 1 });
  const titles = await makeTitles(slice, directory);
  const file = await render(native, directory, slice, {
    files: { ...GOLDEN_FILES, ...titles.files },
    titleRects: titles.titleRects,
    output: { kind: "frame", fileName: "exact.raw", format: "rgba" },
  });
  return readFile(file);
}

/** Of each frame of two raw films of the plan's size. */
async function ssimOf(live: Buffer[], exact: Buffer[], plan: RenderPlan): Promise<number[]> {
  await writeFile(join(directory, "live.raw"), Buffer.concat(live));
  await writeFile(join(directory, "exact.raw"), Buffer.concat(exact));
  const raw = ["-f", "rawvideo", "-pix_fmt", "rgba", "-s", `${plan.width}x${plan.height}`];
  const inputs = [...raw, "-i", "live.raw", ...raw, "-i", "exact.raw"];
  const yuv = "scale=out_color_matrix=bt709,format=yuv420p";
  const compare = `[0]${yuv}[a];[1]${yuv}[b];[a][b]ssim=stats_file=ssim.txt`;
  await ffmpeg(directory, [...inputs, "-lavfi", compare, "-f", "null", "-"]);
  const text = await readFile(join(directory, "ssim.txt"), "utf8");
  return [...text.matchAll(/All:([\d.]+)/g)].map(([, value]) => Number(value));
}

describe("the live picture of a golden project", () => {
  test.each(GOLDEN_PROJECTS)("$name: looks as its export does (E2)", async (project) => {
    const plan = planOf(project);
    const view = { document: shown(project), media: mediaOf(), selectedClipIds: [] };
    const { watermark = false } = project;
    await page.evaluate((next) => window.harness?.show(next), { ...view, watermark });
    const frames = instantsOf(plan);
    const [live, exact]: [Buffer[], Buffer[]] = [[], []];
    for (const frame of frames) {
      live.push(await livePixels(frame, plan));
      exact.push(await exactPixels(frame, plan));
    }
    const seen = await ssimOf(live, exact, plan);
    expect(seen).toHaveLength(frames.length);
    const said = seen.map((value, index) => `${frames[index]}: ${value.toFixed(3)}`).join(", ");
    const worst = Math.min(...seen);
    console.info(`${project.name}: SSIM ${worst.toFixed(4)} (${said})`);
    expect(worst, `frames ${said}`).toBeGreaterThanOrEqual(
      KNOWN[project.name]?.least ?? LEAST_SSIM,
    );
  });
});
