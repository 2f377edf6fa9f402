/** From an address to controls that work, with nothing in the browser's cache. */
import { loadavg } from "node:os";
import { launchBrowser, signIn } from "../browser.ts";
import { startProduct } from "../product.ts";
import { type Figure, median, printFigures } from "./figures.ts";
import { longProject } from "./timeline-project.ts";

const RUNS = 7;
const CLIPS = 40;

const product = await startProduct();
const browser = await launchBrowser();
const viewport = { width: 1600, height: 1000 };
const figures: Figure[] = [];
try {
  const first = await browser.newContext({ viewport });
  await signIn(await first.newPage(), product.webUrl);
  const storageState = await first.storageState();
  await first.close();
  const project = `/projects/${await longProject(product, { clips: CLIPS, overS: 160 })}`;

  /** Milliseconds of the page's own clock, which begins with the navigation. */
  const open = async (path: string, control: string) => {
    const context = await browser.newContext({ viewport, storageState });
    const page = await context.newPage();
    await page.goto(`${product.webUrl}${path}`, { waitUntil: "commit" });
    await page.locator(control).first().waitFor({ timeout: 60_000 });
    const at = await page.evaluate<number>("performance.now()");
    await context.close();
    return at;
  };
  const measure = async (id: string, path: string, control: string, target: number | null) => {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) times.push((await open(path, control)) / 1_000);
    process.stdout.write(`  ${id}: ${times.map((time) => time.toFixed(2)).join(" ")} s\n`);
    const figure = { unit: "s", better: "lower" } as const;
    figures.push(
      { id: `${id}_median`, value: median(times), target, ...figure },
      { id: `${id}_best`, value: Math.min(...times), target: null, ...figure },
      { id: `${id}_worst`, value: Math.max(...times), target: null, ...figure },
    );
  };
  await measure("editor", project, '[data-command="add-title"]:not([disabled])', 1.6);
  await measure("start", "/", `a[href="${project}"]`, null);
  const load = loadavg()[0] ?? 0;
  figures.push({ id: "machine_load", value: load, unit: "", target: null, better: "lower" });
} finally {
  await browser.close();
  await product.stop();
}
printFigures("first-run", figures);
