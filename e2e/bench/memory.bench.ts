/**
 * What the editor costs a machine: its scripts, and its page's memory after real work (Linux). An
 * empty project has all of the editor and nothing to decode; one with clips loads the engine, too.
 */
import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import type { Browser, Page, Response } from "playwright-core";
import { demoClient } from "../account.ts";
import { launchBrowser, signIn } from "../browser.ts";
import { must, startExport, untilEnded } from "../by-api.ts";
import { type Product, startProduct } from "../product.ts";
import { type Figure, printFigures } from "./figures.ts";
import { longProject } from "./timeline-project.ts";

const CLIPS = 190;
const MIB = 1024 * 1024;

/** Scripts of the app that the page loads until it has settled, packed; read from the server. */
async function scriptsOf(page: Page, url: string, ready: string): Promise<Map<string, number>> {
  const asked = new Set<string>();
  const take = (response: Response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".js") && pathname.startsWith("/_next/")) asked.add(response.url());
  };
  page.on("response", take);
  await page.goto(url);
  await page.locator(ready).first().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(3_000);
  page.off("response", take);
  const sizes = [...asked].map(async (script) => {
    const body = await (await fetch(script)).arrayBuffer();
    return [new URL(script).pathname, gzipSync(Buffer.from(body)).length] as const;
  });
  return new Map(await Promise.all(sizes));
}

const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0);

/** Memory of the largest renderer, shared pages counted by share. */
async function rendererBytes(browser: Browser): Promise<number> {
  const client = await browser.newBrowserCDPSession();
  const { processInfo } = await client.send("SystemInfo.getProcessInfo");
  await client.detach();
  const sizes = await Promise.all(
    processInfo
      .filter(({ type }) => type === "renderer")
      .map(async ({ id }) => {
        const rollup = await readFile(`/proc/${id}/smaps_rollup`, "utf8").catch(() => "");
        return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
      }),
  );
  return Math.max(...sizes);
}

/** Looks at all of a project as a person would: plays, zooms, scrolls, rests on exact frames. */
async function work(page: Page): Promise<void> {
  const monitor = page.getByTestId("monitor");
  await monitor.waitFor();
  await page.keyboard.press("Space");
  await page.waitForTimeout(10_000);
  await page.keyboard.press("Space");
  for (let rest = 0; rest < 12; rest++) {
    await page.keyboard.press("ArrowDown");
    await page.waitForTimeout(700);
  }
  const box = await page.getByTestId("timeline-canvas").boundingBox();
  if (box === null) throw new Error("no timeline");
  await page.mouse.move(box.x + box.width / 2, box.y + 80);
  for (const key of ["Control", "Shift"]) {
    await page.keyboard.down(key);
    for (let step = 0; step < 60; step++) await page.mouse.wheel(0, step % 20 < 12 ? -90 : 110);
    await page.keyboard.up(key);
  }
  await page.waitForTimeout(2_000);
}

async function exportOnce(product: Product, projectId: string): Promise<void> {
  const api = await demoClient(product);
  const task = await untilEnded(api, await startExport(api, projectId));
  if (task.state !== "SUCCEEDED") throw new Error(`the export has ended as ${task.state}`);
}

const product = await startProduct();
const browser = await launchBrowser();
const figures: Figure[] = [];
try {
  const viewport = { width: 1600, height: 1000 };
  // The service worker fetches every script there is; here it is the page's own that count.
  const bare = await browser.newContext({ viewport, serviceWorkers: "block" });
  const page = await bare.newPage();
  await signIn(page, product.webUrl);
  const projectId = await longProject(product, { clips: CLIPS, overS: 760 });
  const url = `${product.webUrl}/projects/${projectId}`;
  const start = await scriptsOf(page, product.webUrl, `a[href="/projects/${projectId}"]`);
  const api = await demoClient(product);
  const empty = must(await api.createProject({ body: { name: "Empty" } })).id;
  const controls = '[data-command="add-title"]:not([disabled])';
  const editor = await scriptsOf(page, `${product.webUrl}/projects/${empty}`, controls);
  const withEngine = await scriptsOf(page, url, controls);
  for (const [path, size] of [...withEngine].toSorted((a, b) => b[1] - a[1]).slice(0, 8)) {
    const part = editor.has(path) ? "" : "  (engine)";
    process.stdout.write(`  ${String(Math.round(size / 1000)).padStart(5)} kB  ${path}${part}\n`);
  }
  const kilobytes = (id: string, value: number, target: number | null) =>
    figures.push({ id, value: value / 1000, unit: "kB gzip", target, better: "lower" });
  kilobytes("start_scripts", sum(start.values()), null);
  kilobytes("editor_scripts", sum(editor.values()), 600);
  kilobytes("editor_and_engine_scripts", sum(withEngine.values()), null);
  const storageState = await bare.storageState();
  await bare.close();

  const context = await browser.newContext({ viewport, storageState });
  const editing = await context.newPage();
  await editing.goto(url);
  await editing.locator('[data-testid="monitor"][data-frame]').waitFor({ timeout: 60_000 });
  const mebibytes = (id: string, value: number, target: number | null) =>
    figures.push({ id, value: value / MIB, unit: "MiB", target, better: "lower" });
  mebibytes("renderer_opened", await rendererBytes(browser), null);
  await exportOnce(product, projectId);
  await work(editing);
  mebibytes("renderer_worked", await rendererBytes(browser), 500);
  mebibytes("page_heap", await editing.evaluate<number>("performance.memory.usedJSHeapSize"), null);
} finally {
  await browser.close();
  await product.stop();
}
printFigures("memory", figures);
