import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoClient } from "../account.ts";
import { launchBrowser, picture, signIn } from "../browser.ts";
import { clipsOf, ready, savedDocument, tabTo } from "../editor.ts";
import { type Product, startProduct } from "../product.ts";

let product: Product;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  await signIn(page, product.webUrl);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Are all pixels of the first canvas in `selector` the same? */
function isPlain(selector: string): Promise<boolean> {
  return page.evaluate(`(() => {
    const canvas = document.querySelector(${JSON.stringify(selector)});
    const context = canvas?.getContext("2d");
    if (!canvas || !context || canvas.width === 0) return true;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return data.every((value, index) => value === data[index % 4]);
  })()`);
}

describe("templates", () => {
  it("show what they do, take files and words, and become a project that is exported (J2)", async () => {
    await page.getByRole("link", { name: "Templates" }).click();
    const card = page.locator('[data-template-id="title-and-shots"]');
    await card.waitFor({ timeout: 60_000 });
    expect(await page.getByTestId("template").count()).toBe(6);
    await expect
      .poll(() => isPlain('[data-template-id="title-and-shots"] canvas'), { timeout: 60_000 })
      .toBe(false);
    await picture(page, "templates");

    await tabTo(page, '[data-template-id="title-and-shots"] a');
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Choose several" }).click({ timeout: 60_000 });
    const offers = page.getByTestId("file-picker").getByRole("button");
    await offers.first().waitFor();
    for (const index of [0, 1, 2]) await offers.nth(index).click();
    await page.getByRole("button", { name: "Use 3 files" }).click();
    await page.getByLabel("Title", { exact: true }).fill("Our own title");
    await page.getByRole("status").getByText("of 4 places filled").waitFor();
    await picture(page, "template-filled");

    await page.getByRole("button", { name: "Open in editor" }).click();
    await page.getByTestId("editor").waitFor({ timeout: 60_000 });
    const document = await savedDocument(page, product);
    expect(document.clips["title"]).toMatchObject({ text: "Our own title" });
    expect(clipsOf(document, "video").length).toBeGreaterThan(0);

    await page.getByRole("button", { name: "Export", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Export", exact: true }).click();
    const api = await demoClient(product);
    await expect
      .poll(
        async () => {
          const listed = await api.listTasks({ query: { scene: "export" } });
          return listed.ok ? listed.value.tasks.length : 0;
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0);
    await page.keyboard.press("Escape");
  });

  it("are saved from a project and found in the gallery (E1)", async () => {
    await page.keyboard.press("Control+Shift+s");
    await page.getByLabel("Name of the template").fill("Weekly news");
    await picture(page, "template-save");
    await page.getByRole("button", { name: "Save template" }).click();
    await page.getByText("“Weekly news” is a template now").waitFor();
    await page.goto(`${product.webUrl}/templates`);
    const saved = page.getByTestId("template").filter({ hasText: "Weekly news" });
    await saved.waitFor();
    expect(await saved.count()).toBe(1);
  });
});

describe("scopes", () => {
  it("come and go by a key and draw the picture that is shown (E3)", async () => {
    await page.goto(product.webUrl);
    await page
      .getByRole("link", { name: /A day in three horizons/ })
      .first()
      .click();
    await ready(page, ["morning-ridge.mp4"]);
    await page.keyboard.press("Shift+W");
    await page.getByTestId("scopes").waitFor();
    for (const scope of ["waveform", "vectorscope", "histogram"]) {
      await expect.poll(() => isPlain(`[data-scope="${scope}"]`), { timeout: 30_000 }).toBe(false);
    }
    await picture(page, "scopes");
    await page.keyboard.press("Shift+W");
    await page.getByTestId("scopes").waitFor({ state: "detached" });
  });
});
