import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, signIn } from "../browser.ts";
import { clipsOf, ready, savedDocument } from "../editor.ts";
import { type Product, startProduct } from "../product.ts";

const BASELINE = fileURLToPath(new URL("../fixtures/baseline.mp4", import.meta.url));

let product: Product;
let browser: Browser;
let page: Page;
let otio = "";
beforeAll(async () => {
  product = await startProduct({ env: { CUTROOM_SAMPLE: "0" } });
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
  await signIn(page, product.webUrl);
  await page.getByRole("button", { name: "New empty project" }).click();
  await page.getByTestId("editor").waitFor();
  const chooser = page.locator('[data-testid="editor"] [data-testid="file-input"]').first();
  await chooser.setInputFiles([BASELINE]);
  await ready(page, ["baseline.mp4"]);
  await page.getByTestId("bin-asset").first().dblclick();
  await page.locator('[data-testid="save-state"][data-state="saved"]').waitFor();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function openMenu(entry: string) {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

describe("a timeline", () => {
  it("is saved for another program, and what is left out is said before", async () => {
    await page.keyboard.press("t");
    await openMenu("Export timeline as…");
    await page.getByTestId("interchange-losses").waitFor();
    await page.getByRole("combobox", { name: "Format" }).click();
    await page.getByRole("option", { name: "CMX3600" }).click();
    const losses = await page.getByTestId("interchange-losses").textContent();
    expect(losses).toContain("1 title");
    await page.getByRole("combobox", { name: "Format" }).click();
    await page.getByRole("option", { name: "OpenTimelineIO" }).click();
    const download = page.waitForEvent("download");
    await page.getByTestId("interchange-save").click();
    const saved = await download;
    expect(saved.suggestedFilename()).toMatch(/\.otio$/);
    otio = readFileSync(await saved.path(), "utf8");
    expect(JSON.parse(otio)).toMatchObject({ OTIO_SCHEMA: "Timeline.1" });
  });

  it("comes back as a project of its own, the same to the frame", async () => {
    const before = await savedDocument(page, product);
    await openMenu("Import timeline…");
    const input = page.getByTestId("timeline-input");
    const file = (text: string) => ({
      name: "cut.otio",
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });
    await input.setInputFiles([file("no timeline")]);
    await page.getByTestId("import-refused").waitFor();
    await input.setInputFiles([file(otio)]);
    await page.getByTestId("import-facts").waitFor();
    const address = page.url();
    await page.getByTestId("import-create").click();
    await page.waitForURL((url) => url.pathname.startsWith("/projects/") && url.href !== address);
    expect(await savedDocument(page, product)).toEqual(before);
  });

  it("is opened with a file that is missing, which can be one of the library or stay offline", async () => {
    const renamed = otio
      .replaceAll("baseline.mp4", "somebody else's take with a long name 0001.mov")
      .replaceAll(/"checksum": "[0-9a-f]{64}"/g, `"checksum": "${"1".repeat(64)}"`);
    await page.goto(product.webUrl);
    await page.getByRole("button", { name: "Import timeline…" }).click();
    const name = "elsewhere.otio";
    const buffer = Buffer.from(renamed);
    const chosen = { name, mimeType: "application/json", buffer };
    await page.getByTestId("timeline-input").setInputFiles([chosen]);
    const missing = page.getByTestId("import-missing");
    await missing.getByRole("combobox").click();
    await page.getByRole("option", { name: "baseline.mp4" }).click();
    await page.getByTestId("import-create").click();
    await page.getByTestId("editor").waitFor();
    const document = await savedDocument(page, product);
    expect(clipsOf(document, "video")).toHaveLength(1);
    await page.getByTestId("bin-asset").first().waitFor();
    const media = Object.values(document.clips).flatMap((clip) =>
      clip.kind === "media" ? [clip.assetId] : [],
    );
    expect(media.every((id) => !id.startsWith("offline-"))).toBe(true);
  });
});
