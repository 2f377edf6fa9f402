import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { launchBrowser, signIn } from "../browser.ts";
import { type Product, startProduct } from "../product.ts";

const BASELINE = fileURLToPath(new URL("../fixtures/baseline.mp4", import.meta.url));
const PARTS = 3;

let product: Product;
let browser: Browser;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cutroom-uploads-"));
  product = await startProduct({ env: { CUTROOM_SAMPLE: "0" } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Three parts of bytes that the store has never seen; ingest will not know what to make of them. */
function fileOfParts(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, randomBytes(11 * 1024 * 1024));
  return path;
}

/** A video that no library has yet: the baseline with a box of noise that players pass over. */
function newVideo(): Buffer {
  const noise = randomBytes(64);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(head.length + noise.length);
  head.write("free", 4);
  return Buffer.concat([readFileSync(BASELINE), head, noise]);
}

interface Watched {
  readonly page: Page;
  /** Part numbers in the order in which they were sent. */
  readonly sent: number[];
  readonly stored: number[];
}

/** A signed-in library whose parts on their way to the store are counted, and may be stopped. */
async function library(onPart: (part: number, route: Route) => Promise<void>): Promise<Watched> {
  const page = await (await browser.newContext()).newPage();
  const [sent, stored]: [number[], number[]] = [[], []];
  const partOf = (url: string) => Number(new URL(url).searchParams.get("partNumber"));
  await page.route(/[?&]partNumber=\d+/, async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    const part = partOf(route.request().url());
    sent.push(part);
    return onPart(part, route);
  });
  page.on("response", (response) => {
    const part = partOf(response.url());
    if (response.request().method() === "PUT" && part > 0 && response.ok()) stored.push(part);
  });
  page.on("dialog", (dialog) => dialog.accept());
  await signIn(page, product.webUrl);
  await page.goto(`${product.webUrl}/library`);
  return { page, sent, stored };
}

const inOrder = (parts: readonly number[]) => parts.toSorted((a, b) => a - b);
const choose = (page: Page, path: string) =>
  page.getByTestId("file-input").first().setInputFiles(path);

/** The state of the library's file of that name; null while there is none. */
async function stateOf(page: Page, name: string): Promise<string | null> {
  const answer = await page.context().request.get(`${product.apiUrl}/v1/assets`);
  const { assets } = (await answer.json()) as { assets: { name: string; state: string }[] };
  return assets.find((asset) => asset.name === name)?.state ?? null;
}

/** All bytes are in the store, and the file was looked at. */
async function arrived(page: Page, name: string, states: readonly string[]): Promise<void> {
  await vi.waitFor(async () => expect(states).toContain(await stateOf(page, name)), {
    timeout: 120_000,
    interval: 200,
  });
}

describe("uploads in the browser, against the store (M1)", () => {
  it("a part whose connection breaks is sent again by itself, and no other part is", async () => {
    let broken = false;
    const { page, sent } = await library(async (part, route) => {
      if (part !== 2 || broken) return route.continue();
      broken = true;
      return route.abort("connectionreset");
    });
    await choose(page, fileOfParts("broken.mp4"));
    await arrived(page, "broken.mp4", ["REFUSED"]);
    expect(inOrder(sent)).toEqual([1, 2, 2, 3]);
    await page.context().close();
  });

  it("after a reload only what the store does not have is sent", async () => {
    const path = fileOfParts("resumed.mp4");
    let open = false;
    const { page, sent, stored } = await library((part, route) =>
      // Held back: on their way for ever, until the page is gone.
      part === 1 || open ? route.continue() : Promise.resolve(),
    );
    await choose(page, path);
    await vi.waitFor(() => expect(stored).toEqual([1]), { timeout: 30_000 });
    await page.reload();
    open = true;
    sent.length = 0;
    await choose(page, path);
    await arrived(page, "resumed.mp4", ["REFUSED"]);
    expect(inOrder(sent)).toEqual(Array.from({ length: PARTS - 1 }, (_, index) => index + 2));
    await page.context().close();
  });

  it("a file that the workspace has is there at once, without a byte sent", async () => {
    const { page, sent } = await library((_, route) => route.continue());
    const bytes = newVideo();
    const [first, again] = [join(folder, "first.mp4"), join(folder, "again.mp4")];
    for (const path of [first, again]) writeFileSync(path, bytes);
    await choose(page, first);
    await arrived(page, "first.mp4", ["READY"]);
    expect(sent).toEqual([1]);
    sent.length = 0;
    const announced = page.waitForResponse(
      (response) =>
        response.url().endsWith("/v1/uploads") && response.request().method() === "POST",
    );
    await choose(page, again);
    const answer = await (await announced).json();
    expect(answer).toMatchObject({ upload: null, asset: { state: "READY" } });
    expect(sent).toEqual([]);
    await page.context().close();
  });
});
