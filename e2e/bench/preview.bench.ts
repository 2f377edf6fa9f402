/**
 * How fast and how steady the monitor is, in a Chromium that paints in software: from a press on
 * the ruler to the live picture and to the exact one, and ten seconds of playing two layers and
 * a transition. Times are taken inside the page, so that the driver costs nothing.
 */
import { loadavg } from "node:os";
import type { Page } from "playwright-core";
import { launchBrowser, signIn } from "../browser.ts";
import { startProduct } from "../product.ts";
import { type Figure, median, percentile, printFigures } from "./figures.ts";
import { FPS, PROJECT_S, twoLayers } from "./preview-project.ts";

const SEEKS = 30;
const PLAY_FRAMES = 300;
const EXACT_TIMEOUT_MS = 30_000;

/** Notes when the ruler was pressed, and each frame and each exact picture that the monitor shows. */
const WATCH = `(() => {
  const monitor = document.querySelector('[data-testid="monitor"]');
  const seen = (window.seen = { pressedAt: 0, live: [], exact: [] });
  addEventListener("pointerdown", (event) => (seen.pressedAt = event.timeStamp), true);
  new MutationObserver((changes) => {
    const at = performance.now();
    for (const { attributeName } of changes) {
      if (attributeName === "data-frame") seen.live.push({ at, frame: Number(monitor.dataset.frame) });
      else if (monitor.dataset.exactHash) seen.exact.push({ at, frame: Number(monitor.dataset.exactFrame) });
    }
  }).observe(monitor, { attributeFilter: ["data-frame", "data-exact-hash"] });
})()`;

interface Shown {
  readonly at: number;
  readonly frame: number;
}
interface Seen {
  readonly pressedAt: number;
  readonly live: readonly Shown[];
  readonly exact: readonly Shown[];
}

const look = (page: Page) => page.evaluate<Seen>("window.seen");
const forget = (page: Page) => page.evaluate("seen.live = []; seen.exact = []; undefined");
const exactShown = (page: Page) =>
  page.waitForFunction("window.seen.exact.length > 0", undefined, { timeout: EXACT_TIMEOUT_MS });

/** Presses the ruler here and there; ms to the live picture and to the exact one. */
async function seek(page: Page) {
  const ruler = await page.getByTestId("timeline-ruler").boundingBox();
  const lane = page.getByTestId("lane").first();
  if (ruler === null) throw new Error("no ruler");
  const pxPerS = Number(await lane.getAttribute("data-px-per-second"));
  const [live, exact]: [number[], number[]] = [[], []];
  for (let press = 0; press < SEEKS; press++) {
    // All over the project, never near the place before, and the same in each run.
    const seconds = 0.3 + ((press * 0.618) % 1) * (PROJECT_S - 0.6);
    await forget(page);
    await page.mouse.move(ruler.x + seconds * pxPerS, ruler.y + ruler.height - 4);
    await page.mouse.down();
    await page.mouse.up();
    await exactShown(page);
    const seen = await look(page);
    live.push((seen.live[0]?.at ?? Number.NaN) - seen.pressedAt);
    exact.push((seen.exact[0]?.at ?? Number.NaN) - seen.pressedAt);
  }
  return { live, exact };
}

/** Plays from the start; how many of 300 frames were drawn, and how far they were from their time. */
async function play(page: Page) {
  await page.keyboard.press("Home");
  await page.waitForTimeout(1_000);
  await forget(page);
  await page.keyboard.press("Space");
  await page.waitForFunction(`seen.live.some(({ frame }) => frame >= ${PLAY_FRAMES})`, undefined, {
    timeout: 60_000,
  });
  await page.keyboard.press("Space");
  const { live } = await look(page);
  const drawn = live.filter(({ frame }) => frame > 0 && frame <= PLAY_FRAMES);
  const offsets = drawn.map(({ at, frame }) => at - (frame * 1_000) / FPS);
  const usual = median(offsets);
  return {
    frames: new Set(drawn.map(({ frame }) => frame)).size,
    offMs: offsets.map((offset) => Math.abs(offset - usual)),
    driftMs: Math.abs(median(offsets.slice(-30)) - median(offsets.slice(0, 30))),
  };
}

const product = await startProduct();
const browser = await launchBrowser();
const figures: Figure[] = [];
const ms = (id: string, value: number, target: number | null = null) =>
  figures.push({ id, value, unit: "ms", target, better: "lower" });
try {
  const page = await (
    await browser.newContext({ viewport: { width: 1600, height: 1000 }, bypassCSP: true })
  ).newPage();
  await signIn(page, product.webUrl);
  const projectId = await twoLayers(product);
  await page.goto(`${product.webUrl}/projects/${projectId}`);
  await page.locator('[data-testid="monitor"][data-source="exact"]').waitFor({ timeout: 60_000 });
  await page.evaluate(WATCH);
  const load = loadavg()[0] ?? 0;

  const { live, exact } = await seek(page);
  ms("seek_live_median", median(live), 80);
  ms("seek_live_p95", percentile(live, 0.95));
  ms("rest_exact_median", median(exact));
  ms("rest_exact_p95", percentile(exact, 0.95), 400);

  const runs = [await play(page), await play(page), await play(page)];
  const frames = runs.map((run) => run.frames);
  figures.push(
    {
      id: "play_frames_median",
      value: median(frames),
      unit: "of 300",
      target: 290,
      better: "higher",
    },
    {
      id: "play_frames_least",
      value: Math.min(...frames),
      unit: "of 300",
      target: null,
      better: "higher",
    },
  );
  ms(
    "play_off_p95",
    percentile(
      runs.flatMap(({ offMs }) => offMs),
      0.95,
    ),
  );
  ms("play_drift_worst", Math.max(...runs.map(({ driftMs }) => driftMs)), 1_000 / FPS);
  figures.push({ id: "machine_load", value: load, unit: "", target: null, better: "lower" });
} finally {
  await browser.close();
  await product.stop();
}
printFigures("preview", figures);
