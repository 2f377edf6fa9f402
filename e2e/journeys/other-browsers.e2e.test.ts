import { readFileSync } from "node:fs";
import type { Client } from "@cutroom/contracts";
import { tinyMedia } from "@cutroom/testkit";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoClient } from "../account.ts";
import { launchBrowser, picture, pictureFile, signIn } from "../browser.ts";
import { announce, must, untilEnded } from "../by-api.ts";
import { type FirefoxBrowser, click, firefoxPage, launchFirefox } from "../firefox.ts";
import { type Product, startProduct } from "../product.ts";

const SECONDS = 20;
const FPS = 30;
let product: Product;
let client: Client;
let browser: Browser;
let projectId: string;
let firefox: FirefoxBrowser | undefined;

/** A project of one film, as a person would have made it before. */
async function makeProject(): Promise<string> {
  const size = { width: 640, height: 360 };
  const film = await tinyMedia.flashBeep({ seconds: SECONDS, fps: FPS, ...size });
  const upload = await announce(client, readFileSync(film), "flashes.mp4");
  expect((await upload.send()).status).toBe(200);
  expect((await untilEnded(client, await upload.complete())).state).toBe("SUCCEEDED");
  const body = { name: "Flashes", asset_ids: [upload.assetId] };
  return must(await client.createProject({ body })).id;
}

beforeAll(async () => {
  product = await startProduct({ env: { CUTROOM_SAMPLE: "0" } });
  client = await demoClient(product);
  projectId = await makeProject();
  browser = await launchBrowser();
});
afterAll(async () => {
  await firefox?.close();
  await browser?.close();
  await product?.stop();
});

const projectUrl = () => `${product.webUrl}/projects/${projectId}`;

describe("Firefox (E2)", () => {
  it("opens, plays, cuts and exports, and its exact picture is Chromium's to the last bit", async () => {
    firefox = await launchFirefox();
    const page = await firefoxPage(firefox);
    await page.goto(product.webUrl);
    await click(page, "::-p-text(Try it with the demo account)");
    await page.waitForSelector('[data-testid="file-input"]');
    await page.goto(projectUrl());
    await page.waitForSelector('[data-testid="monitor"][data-exact-frame="0"]');

    const monitor = (name: string) =>
      page.$eval('[data-testid="monitor"]', (found, key) => found.getAttribute(key), name);
    const drawnFrames = async () => Number(await monitor("data-drawn-frames"));
    const before = await drawnFrames();
    await page.keyboard.press(" ");
    await expect.poll(drawnFrames, { timeout: 60_000 }).toBeGreaterThan(before + 5);
    await page.keyboard.press(" ");
    await page.keyboard.press("Home");
    for (let second = 0; second < 2; second += 1) {
      await page.keyboard.down("Shift");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.up("Shift");
    }
    await page.waitForSelector('[data-testid="monitor"][data-exact-frame="60"]');
    const exactHash = await monitor("data-exact-hash");

    await page.keyboard.press("s");
    await page.waitForSelector('[data-clip-id][data-start-frame="60"]');
    await page.waitForSelector('[data-testid="save-state"][data-state="saved"]');
    await page.screenshot({ path: pictureFile("firefox-cut") });
    await page.keyboard.down("Control");
    await page.keyboard.press("e");
    await page.keyboard.up("Control");
    await click(page, '[role="dialog"] ::-p-aria([name="Export"][role="button"])');
    await page.waitForSelector("::-p-text(Create link)", { timeout: 240_000 });
    await page.screenshot({ path: pictureFile("firefox-exported") });
    await page.close();
    const { tasks } = must(await client.listTasks({ query: { scene: "export" } }));
    expect(tasks).toMatchObject([
      { state: "SUCCEEDED", output: { frame_count: SECONDS * FPS }, project_id: projectId },
    ]);

    const other = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
    await signIn(other, product.webUrl);
    await other.goto(projectUrl());
    await other.locator('[data-testid="monitor"][data-exact-frame="0"]').waitFor();
    for (let second = 0; second < 2; second += 1) await other.keyboard.press("Shift+ArrowRight");
    const same = other.locator('[data-testid="monitor"][data-exact-frame="60"]');
    expect(await same.getAttribute("data-exact-hash", { timeout: 60_000 })).toBe(exactHash);
    await other.close();
  });
});

describe("a browser without a frame decoder (E2)", () => {
  it("plays by its video element, goes to the frame that was asked for, and says so", async () => {
    const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
    await page.addInitScript(
      "for (const name of ['VideoDecoder', 'AudioDecoder']) delete globalThis[name];",
    );
    await signIn(page, product.webUrl);
    await page.goto(projectUrl());
    const monitor = page.getByTestId("monitor");
    await monitor.getByText("This browser has no frame decoder").waitFor();
    await page.locator('[data-testid="monitor"][data-frame="0"]').waitFor();
    await page.keyboard.press("Shift+ArrowRight");
    await page.locator('[data-testid="monitor"][data-frame="30"]').waitFor();
    await picture(page, "old-browser");

    const drawnFrames = async () => Number(await monitor.getAttribute("data-drawn-frames"));
    const before = await drawnFrames();
    await page.keyboard.press("Space");
    await expect.poll(drawnFrames, { timeout: 30_000 }).toBeGreaterThan(before + 15);
    await page.keyboard.press("Space");
    const frame = Number(await monitor.getAttribute("data-frame"));
    expect(frame).toBeGreaterThan(30);
    await page.close();
  });
});
