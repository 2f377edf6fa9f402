import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, picture, signIn } from "../browser.ts";
import { type Product, startProduct } from "../product.ts";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe("a browser without a frame decoder (E2)", () => {
  it("plays by its video element, goes to the frame that was asked for, and says so", async () => {
    const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
    await page.addInitScript(
      "for (const name of ['VideoDecoder', 'AudioDecoder']) delete globalThis[name];",
    );
    await signIn(page, product.webUrl);
    await page
      .getByRole("link", { name: /A day in three horizons/ })
      .first()
      .click();
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
