import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile, composeAt, lowerToFfmpeg, lutFile, slicePlan } from "@cutroom/compiler";
import type { PlanRect, RenderPlan } from "@cutroom/compiler";
import { framesToFlicks } from "@cutroom/timeline";
import type { MediaFacts, ProjectDocument } from "@cutroom/timeline";
import { createTitleRasteriser } from "@cutroom/titles";
import { nodeTitleAssets } from "@cutroom/titles/node";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyVendor, ffmpeg, openChromium, serveFiles, servePage } from "./testing/bench.ts";
import type { Served } from "./testing/bench.ts";
import {
  CODE_BITS,
  CODE_PX,
  FRAMES,
  SIZE,
  checksums,
  fileNames,
  makeDocument,
  makeMedia,
  mediaAt,
} from "./testing/project.ts";
import type { HarnessProject } from "./testing/harness.tsx";

declare global {
  interface Window {
    tap?: AnalyserNode;
  }
}

let directory: string;
let media: Served;
let served: Served;
let browser: Browser;
let page: Page;
let document: ProjectDocument;
let plan: RenderPlan;
const faults: string[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "cutroom-engine-"));
  await Promise.all([makeMedia(directory), copyVendor()]);
  media = await serveFiles([directory]);
  served = await servePage(join(directory, "page"));
  document = makeDocument(await checksums(directory));
  plan = planOf(document);
  browser = await openChromium();
  page = await browser.newPage({ viewport: { width: 820, height: 500 } });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    // Reading pixels back is the test's own doing.
    const own = /willReadFrequently|ReadPixels/.test(message.text());
    if (["error", "warning"].includes(message.type()) && !own) faults.push(message.text());
  });
  await page.addInitScript(LISTEN);
  await page.goto(served.url);
  await page.waitForFunction(() => window.harness !== undefined, null, { timeout: 120_000 });
  await show(document);
  await frameOnScreen(0);
});

afterAll(async () => {
  await browser?.close();
  await served?.close();
  await media?.close();
  await rm(directory, { recursive: true, force: true });
});

function planOf(of: ProjectDocument): RenderPlan {
  const facts: Record<string, MediaFacts> = {};
  for (const [id, asset] of Object.entries(mediaAt(""))) if (asset.facts) facts[id] = asset.facts;
  const compiled = compile(of, facts, { ...SIZE, rate: of.settings.rate });
  if (!compiled.ok) throw new Error(compiled.failure.code);
  return compiled.value;
}

function show(of: ProjectDocument, part: Partial<HarnessProject> = {}): Promise<void> {
  const project = { document: of, media: mediaAt(media.url), selectedClipIds: [], ...part };
  return page.evaluate((shown) => window.harness?.show(shown), project);
}

async function seek(frame: number): Promise<void> {
  await page.evaluate((at) => window.harness?.seek(at), framesToFlicks(frame, plan.rate));
}

async function frameOnScreen(frame: number): Promise<void> {
  await page.waitForSelector(`[data-testid=monitor][data-frame="${frame}"]`, { timeout: 20_000 });
}

async function exactHash(frame: number): Promise<string | null> {
  const exact = page.locator(`[data-testid=monitor][data-exact-frame="${frame}"]`);
  await exact.waitFor({ timeout: 60_000 });
  expect(await exact.getAttribute("data-source")).toBe("exact");
  return exact.getAttribute("data-exact-hash");
}

async function pixels(which: 0 | 1): Promise<Buffer> {
  const base64 = await page.evaluate(async (index) => {
    const canvas = globalThis.document.querySelectorAll<HTMLCanvasElement>(
      "[data-testid=monitor] canvas",
    )[index];
    const data = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
    const bytes = new Uint8Array(data ?? []);
    let text = "";
    for (let i = 0; i < bytes.length; i += 8192) {
      text += String.fromCodePoint(...bytes.subarray(i, i + 8192));
    }
    return btoa(text);
  }, which);
  return Buffer.from(base64, "base64");
}

/** The same frame by the native program, over the whole proxies, as the farm would do it. */
async function nativeHash(frame: number): Promise<string> {
  const slice = slicePlan(plan, { startFrame: frame, endFrame: frame + 1 });
  const files: Record<string, string> = {};
  const titleRects: Record<string, PlanRect> = {};
  const rasteriser = createTitleRasteriser(nodeTitleAssets());
  for (const input of slice.inputs) {
    if (input.kind !== "title") {
      files[input.id] = fileNames[input.assetId] ?? "";
      continue;
    }
    const title = await rasteriser.rasteriseTitle(input.title);
    await writeFile(join(directory, "title.png"), title.png);
    files[input.id] = "title.png";
    titleRects[input.id] = title.rect;
  }
  for (const [index, lut] of (slice.luts ?? []).entries()) {
    files[lut.id] = `lut-${index}.cube`;
    await writeFile(join(directory, `lut-${index}.cube`), lutFile(lut, null));
  }
  const output = { kind: "frame", fileName: "native.raw", format: "rgba" } as const;
  const lowered = lowerToFfmpeg(slice, { files, titleRects, output });
  await writeFile(join(directory, lowered.filterScriptName), lowered.filterScript);
  await ffmpeg(directory, lowered.args);
  return createHash("sha256")
    .update(await readFile(join(directory, "native.raw")))
    .digest("hex");
}

async function ssim(first: Buffer, second: Buffer): Promise<number> {
  await writeFile(join(directory, "first.raw"), first);
  await writeFile(join(directory, "second.raw"), second);
  const raw = ["-f", "rawvideo", "-pix_fmt", "rgba", "-s", `${SIZE.width}x${SIZE.height}`];
  const inputs = [...raw, "-i", "first.raw", ...raw, "-i", "second.raw"];
  const yuv = "scale=out_color_matrix=bt709,format=yuv420p";
  const compare = `[0]${yuv}[a];[1]${yuv}[b];[a][b]ssim`;
  const log = await ffmpeg(directory, [...inputs, "-lavfi", compare, "-f", "null", "-"]);
  return Number(/All:([\d.]+)/.exec(log)?.[1] ?? 0);
}

function frameCode(rgba: Buffer): number {
  let value = 0;
  for (let bit = 0; bit < CODE_BITS; bit += 1) {
    const x = bit * CODE_PX + CODE_PX / 2;
    const red = rgba[((CODE_PX / 2) * SIZE.width + x) * 4] ?? 0;
    if (red > 127) value += 2 ** bit;
  }
  return value;
}

function codeAt(frame: number): number {
  return composeAt(plan, frame).find((op) => op.clipId === "second")?.sourceFrame ?? -1;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Taps what goes to the loudspeaker. */
const LISTEN = `(() => {
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (to, ...rest) {
    if (to === this.context.destination && !window.tap) {
      window.tap = this.context.createAnalyser();
      window.tap.fftSize = 4096;
      connect.call(this, window.tap);
    }
    return connect.call(this, to, ...rest);
  };
})()`;

interface Played {
  readonly shown: readonly { readonly frame: number; readonly cardS: number }[];
  readonly drawn: number;
  readonly clock: string | undefined;
  readonly pitchHz: number;
}

function playFor(ms: number): Promise<Played> {
  return page.evaluate(async (length) => {
    const root = globalThis.document.querySelector<HTMLElement>("[data-testid=monitor]");
    if (!root) throw new Error("no monitor");
    const started = Number(root.dataset["drawnFrames"]);
    const shown: { frame: number; cardS: number }[] = [];
    const observer = new MutationObserver(() => {
      const frame = Number(root.dataset["frame"]);
      const cardS = window.tap?.context.currentTime ?? 0;
      if (frame > 0) shown.push({ frame, cardS });
    });
    observer.observe(root, { attributeFilter: ["data-frame"] });
    window.harness?.play(true);
    await new Promise((resolve) => setTimeout(resolve, length / 2));
    const levels = new Float32Array(window.tap?.frequencyBinCount ?? 1);
    window.tap?.getFloatFrequencyData(levels);
    const loudest = levels.indexOf(Math.max(...levels));
    const pitchHz = (loudest * (window.tap?.context.sampleRate ?? 0)) / 4096;
    await new Promise((resolve) => setTimeout(resolve, length / 2));
    const clock = root.dataset["clock"];
    const drawn = Number(root.dataset["drawnFrames"]) - started;
    observer.disconnect();
    window.harness?.play(false);
    return { shown, drawn, clock, pitchHz };
  }, ms);
}

describe("exact picture", () => {
  // Fade in, plain, turned overlay, crossfade, retimed, still with alpha, title, graded and
  // cropped, a clock, mirrored, last frame.
  const frames = [3, 20, 45, 80, 118, 140, 170, 205, 219, 223, 232, FRAMES - 1];
  test("is the native program's frame to the last bit, from cuts of the proxies (E2)", async () => {
    for (const frame of frames) {
      await seek(frame);
      expect(await exactHash(frame), `frame ${frame}`).toBe(await nativeHash(frame));
    }
  });

  test("and the live picture looks the same: SSIM at least 0.95", async () => {
    for (const frame of frames) {
      await seek(frame);
      await frameOnScreen(frame);
      await exactHash(frame);
      const same = await ssim(await pixels(0), await pixels(1));
      console.info(`frame ${frame}: SSIM ${same}`);
      expect(same, `frame ${frame}`).toBeGreaterThanOrEqual(0.95);
    }
  });

  test("the live picture looks the same whether card or processor changes its levels and blends (E2)", async () => {
    const worst = await page.evaluate(() => window.harness?.worstTone());
    // One level where both round a grading, which the curves then stretch.
    expect(worst).toBeLessThanOrEqual(3);
    const worstBlend = await page.evaluate(() => window.harness?.worstBlend());
    expect(worstBlend).toBeLessThanOrEqual(1);
  });

  test("many stops in a row are the work of one worker (F69)", async () => {
    for (let frame = 200; frame < 212; frame += 1) {
      await seek(frame);
      await exactHash(frame);
    }
    const cores = page.workers().filter((worker) => worker.url().includes("core-worker"));
    expect(cores).toHaveLength(1);
  });
});

describe("live picture", () => {
  test("every seek shows exactly the frame that was asked for (F73)", async () => {
    for (let frame = 140; frame < 200; frame += 7) {
      await seek(frame);
      await frameOnScreen(frame);
      expect(frameCode(await pixels(0)), `frame ${frame}`).toBe(codeAt(frame));
    }
  });

  test("a fast scrub ends on its last frame", async () => {
    for (let frame = 235; frame > 150; frame -= 2) await seek(frame);
    await seek(151);
    await frameOnScreen(151);
    expect(frameCode(await pixels(0))).toBe(codeAt(151));
  });

  // A machine that is busy with other tests gets three tries to draw a third of the frames.
  test("5 s of playing: no drift against the sound card, sound heard", { retry: 2 }, async () => {
    await seek(0);
    await frameOnScreen(0);
    await exactHash(0);
    const played = await playFor(5_000);
    const { shown, drawn } = played;
    const last = shown.at(-1)?.frame ?? 0;
    console.info(`drawn ${drawn} of ${last} frames, pitch ${played.pitchHz} Hz`);
    expect(played.clock).toBe("audio");
    expect(last).toBeGreaterThan(60);
    expect(drawn).toBeGreaterThanOrEqual(last * 0.3);
    const leads = shown.map(({ frame, cardS }) => frame / 30 - cardS);
    const third = Math.floor(leads.length / 3);
    const drift = median(leads.slice(-third)) - median(leads.slice(0, third));
    expect(Math.abs(drift)).toBeLessThanOrEqual(1 / 30);
    expect(Math.abs(played.pitchHz - 440)).toBeLessThan(25);
  });

  test("a file that is gone leaves the others playing and says so", async () => {
    const gone = { ...mediaAt(media.url), b: { ...mediaAt("").b, proxyUrl: null } };
    await show(document, { media: gone as HarnessProject["media"] });
    await seek(180);
    await frameOnScreen(180);
    expect(await page.textContent("[data-testid=monitor]")).toContain("1 file is offline");
    expect(await page.textContent("[data-testid=monitor]")).toContain("Live only");
    await show(document);
  });

  test("dragging the selected clip gives one gesture from begin to commit", async () => {
    await show(document, { selectedClipIds: ["turned"] });
    await seek(50);
    await frameOnScreen(50);
    const box = await page.locator("[data-handle=move]").boundingBox();
    if (!box) throw new Error("no handles");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y + 20, { steps: 3 });
    await page.mouse.up();
    const gestures = await page.evaluate(() => window.harness?.gestures ?? []);
    expect(gestures.map((gesture) => gesture.phase)).toEqual([
      "begin",
      "change",
      "change",
      "change",
      "commit",
    ]);
    expect(gestures.at(-1)?.transform.x).toBeGreaterThan(0.2);
  });

  test("nothing was thrown or warned of meanwhile", () => {
    expect(faults).toEqual([]);
  });
});
