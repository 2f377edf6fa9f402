import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, picture, signIn } from "../browser.ts";
import { clipsOf, savedDocument } from "../editor.ts";
import { type Product, startProduct } from "../product.ts";

const PROMPT = "Misty pine forest, morning";
let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct({ env: { CUTROOM_SAMPLE: "0" } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe("J1: from words to a clip on the timeline", () => {
  it("a prompt becomes a clip that says what it is, and one click puts it at the playhead (G1, G8)", async () => {
    const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
    await signIn(page, product.webUrl);
    await page.getByRole("button", { name: "New empty project" }).click();
    await page.getByTestId("editor").waitFor();
    await page.locator('[data-mode="generate"]').click();
    await picture(page, "generate-1-empty");
    await page.getByRole("button", { name: PROMPT }).click();
    await page.getByTestId("generation-price").getByText("1 credit").waitFor();
    await page.getByRole("button", { name: "Generate clip" }).click();
    await page.getByTestId("generation").waitFor();
    const card = page.getByTestId("generated").getByTestId("bin-asset");
    await card.getByText("Procedural").waitFor();
    await picture(page, "generate-2-making");
    await page
      .locator('[data-testid="generated"] [data-state="READY"]')
      .waitFor({ timeout: 200_000 });
    await page.getByTestId("generation").waitFor({ state: "detached" });
    await picture(page, "generate-3-ready");

    await card.hover();
    await card.getByRole("button", { name: /^Add .* at the playhead$/ }).click();
    const document = await savedDocument(page, product);
    expect(clipsOf(document, "video")).toMatchObject([{ start: 0, frames: 150 }]);
    await picture(page, "generate-4-timeline");
  });
});
