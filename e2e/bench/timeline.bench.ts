/**
 * What a long project costs the page: 2,000 clips over two hours, moved about as a hand does it.
 * Script and frames are read from Chromium's own trace of the main thread.
 */
import type { CDPSession, Page } from "playwright-core";
import { launchBrowser, signIn } from "../browser.ts";
import { startProduct } from "../product.ts";
import { type Figure, percentile, printFigures } from "./figures.ts";
import { longProject } from "./timeline-project.ts";

const CLIPS = 2_000;
const OVER_S = 2 * 3600;
const SCRIPT_TARGET_MS = 8;

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
}

const SCRIPT = new Set([
  "EventDispatch",
  "FireAnimationFrame",
  "FunctionCall",
  "TimerFire",
  "RunMicrotasks",
]);

async function traceOf(client: CDPSession, act: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const keep = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]));
  client.on("Tracing.dataCollected", keep);
  const ended = new Promise((resolve) => client.once("Tracing.tracingComplete", resolve));
  await client.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: {
      includedCategories: ["devtools.timeline", "disabled-by-default-devtools.timeline"],
    },
  });
  await act();
  await client.send("Tracing.end");
  await ended;
  client.off("Tracing.dataCollected", keep);
  return events;
}

/** Milliseconds of script in each frame, and from frame to frame, on the page's main thread. */
function framesOf(events: readonly TraceEvent[]) {
  const first = events.find(({ name }) => name === "FireAnimationFrame");
  const mine = events
    .filter(({ pid, tid }) => pid === first?.pid && tid === first.tid)
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const begins = [
    ...new Set(mine.filter(({ name }) => name === "Commit").map(({ ts, dur = 0 }) => ts + dur)),
  ];
  let busyUntil = 0;
  const outermost = mine.filter(({ name, ph, ts, dur = 0 }) => {
    if (ph !== "X" || !SCRIPT.has(name) || ts < busyUntil) return false;
    busyUntil = ts + dur;
    return true;
  });
  const script = begins.slice(0, -1).map((from, index) => {
    const to = begins[index + 1] ?? from;
    const inside = outermost.filter(({ ts }) => ts >= from && ts < to);
    return inside.reduce((sum, { dur = 0 }) => sum + dur, 0) / 1000;
  });
  return {
    // Frames in which nothing was asked of the page say nothing about it.
    script: script.filter((ms) => ms > 0.05),
    gaps: begins.slice(1).map((ts, index) => (ts - (begins[index] ?? ts)) / 1000),
  };
}

interface Hands {
  readonly page: Page;
  readonly x: number;
  readonly y: number;
}

async function wheel({ page }: Hands, steps: readonly number[]): Promise<void> {
  for (const step of steps) {
    await page.mouse.wheel(0, step);
    await page.waitForTimeout(20);
  }
}

async function zoom(hands: Hands): Promise<void> {
  await hands.page.keyboard.down("Control");
  await wheel(hands, [...Array<number>(40).fill(-100), ...Array<number>(20).fill(100)]);
  await hands.page.keyboard.up("Control");
}

async function scroll(hands: Hands): Promise<void> {
  await hands.page.keyboard.down("Shift");
  await wheel(hands, [...Array<number>(60).fill(150), ...Array<number>(30).fill(-150)]);
  await hands.page.keyboard.up("Shift");
}

async function drag({ page, x, y }: Hands): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 90; step++) {
    await page.mouse.move(x + step * 3, y + (step % 20));
    await page.waitForTimeout(16);
  }
  await page.keyboard.press("Escape");
  await page.mouse.up();
}

const product = await startProduct();
const browser = await launchBrowser();
const figures: Figure[] = [];
const figure = (id: string, value: number, target: number | null) =>
  figures.push({ id, value, unit: "ms", target, better: "lower" });
try {
  const page = await (
    await browser.newContext({ viewport: { width: 1600, height: 1000 } })
  ).newPage();
  await signIn(page, product.webUrl);
  const projectId = await longProject(product, { clips: CLIPS, overS: OVER_S });
  const client = await page.context().newCDPSession(page);
  const began = performance.now();
  await page.goto(`${product.webUrl}/projects/${projectId}`);
  await page.locator("[data-clip-id]").first().waitFor({ state: "attached" });
  figure("open", performance.now() - began, null);
  await page.locator('[data-testid="monitor"][data-frame]').waitFor();
  const box = await page.getByTestId("timeline-canvas").boundingBox();
  if (box === null) throw new Error("no timeline");
  const hands = { page, x: box.x + box.width / 2, y: box.y + 110 };
  await page.mouse.move(hands.x, hands.y);
  for (const [name, act] of [
    ["scroll_whole", scroll],
    ["zoom", zoom],
    ["scroll", scroll],
    ["drag", drag],
  ] as const) {
    const { script, gaps } = framesOf(await traceOf(client, () => act(hands)));
    process.stdout.write(`  ${name}: ${script.length} frames\n`);
    figure(`${name}_script_p50`, percentile(script, 0.5), null);
    figure(`${name}_script_p95`, percentile(script, 0.95), SCRIPT_TARGET_MS);
    figure(`${name}_frame_p95`, percentile(gaps, 0.95), null);
  }
} finally {
  await browser.close();
  await product.stop();
}
printFigures("timeline", figures);
