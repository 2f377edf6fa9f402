import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, picture, signIn } from "../browser.ts";
import { centreOf, clipsOf, drag, laneOf, ready, savedDocument } from "../editor.ts";
import { type Product, startProduct } from "../product.ts";

const BASELINE = fileURLToPath(new URL("../fixtures/baseline.mp4", import.meta.url));

/** It changes a file's content and nothing that plays. */
const EMPTY_BOX = Buffer.from([0, 0, 0, 8, ...Buffer.from("free")]);

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

  it("whose file stays missing is relinked in the editor: by pointer and by keys, as one step", async () => {
    const renamed = otio
      .replaceAll("baseline.mp4", "somewhere else.mov")
      .replaceAll(/"checksum": "[0-9a-f]{64}"/g, `"checksum": "${"2".repeat(64)}"`);
    await page.goto(product.webUrl);
    await page.getByRole("button", { name: "Import timeline…" }).click();
    const chosen = {
      name: "offline.otio",
      mimeType: "application/json",
      buffer: Buffer.from(renamed),
    };
    await page.getByTestId("timeline-input").setInputFiles([chosen]);
    await page.getByTestId("import-missing").waitFor();
    await page.getByTestId("import-create").click();
    await page.getByTestId("editor").waitFor();
    const offline = page.locator("[data-clip-id][data-offline]");
    await offline.first().waitFor({ state: "attached" });
    await picture(page, "offline-clip");
    const assetIds = async () => {
      const { clips } = await savedDocument(page, product);
      return new Set(
        Object.values(clips).flatMap((clip) => (clip.kind === "media" ? [clip.assetId] : [])),
      );
    };

    // By keys: the list of clips, the shortcut, the dialog's own primary button.
    await offline.first().focus();
    await page.keyboard.press("Enter");
    await page.getByTestId("relink-section").waitFor();
    await page.keyboard.press("Shift+O");
    await page.getByTestId("relink-missing").waitFor();
    const offers = page.getByTestId("relink-offers");
    await offers.getByRole("button", { name: "baseline.mp4" }).click();
    await picture(page, "relink-dialog");
    await page.getByTestId("relink-apply").press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await offline.first().waitFor({ state: "detached" });
    expect([...(await assetIds())].every((id) => !id.startsWith("offline-"))).toBe(true);
    await page.keyboard.press("Control+z");
    await offline.first().waitFor({ state: "attached" });

    // By pointer: the menu of the clip, and a file from the disk.
    const lane = await laneOf(page, "video");
    const { x, y } = lane.at(0.5);
    await page.mouse.click(x, y, { button: "right" });
    await page.getByRole("menuitem", { name: "Relink missing files…" }).click();
    const again = { name: "uploaded again.mp4", mimeType: "video/mp4" };
    const buffer = readFileSync(BASELINE);
    const input = page.getByRole("dialog").getByTestId("file-input");
    await input.setInputFiles([{ ...again, buffer }]);
    const apply = page.getByTestId("relink-apply");
    await apply.and(page.locator(":enabled")).waitFor({ timeout: 60_000 });
    await apply.click();
    await offline.first().waitFor({ state: "detached" });
    expect((await assetIds()).size).toBe(1);
  });
});

describe("folders of the bin", () => {
  const path = () => page.getByTestId("folder-path");
  const cards = () => page.getByTestId("bin-asset");
  const make = async (name: string) => {
    await page.getByRole("button", { name: "New folder", exact: true }).click();
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill(name);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };

  it("are made inside each other; files go in by pointer, come out by keys, and are found", async () => {
    const another = Buffer.concat([readFileSync(BASELINE), EMPTY_BOX]);
    await page
      .locator('[data-testid="editor"] [data-testid="file-input"]')
      .first()
      .setInputFiles([{ name: "another.mp4", mimeType: "video/mp4", buffer: another }]);
    await ready(page, ["another.mp4"]);
    await make("Shots");
    await path().getByRole("button", { name: "Library" }).waitFor();
    const folder = page.getByTestId("folder").filter({ hasText: "Shots" });
    const before = await cards().count();
    await cards().nth(0).click();
    await cards()
      .nth(1)
      .click({ modifiers: ["Control"] });
    await page.getByTestId("chosen-files").getByText("2 files chosen").waitFor();
    await cards().nth(1).press("Alt+m");
    await page.getByTestId("move-targets").getByRole("button", { name: "Shots" }).press("Enter");
    await folder.getByText("2 files").waitFor();
    expect(await cards().count()).toBe(before - 2);
    const said = page.getByRole("listitem").filter({ hasText: "2 files are in “Shots” now" });
    await said.getByRole("button", { name: "Undo" }).click();
    await folder.getByText("0 files").waitFor();
    const file = page.getByTestId("bin-asset").filter({ hasText: "another.mp4" });
    const box = await folder.boundingBox();
    if (box === null) throw new Error("no folder");
    const to = { x: box.x + 40, y: box.y + box.height / 2 };
    await drag(page, await centreOf(page, "another.mp4"), to);
    await file.waitFor({ state: "detached" });
    expect(await cards().count()).toBe(before - 1);

    await folder.getByRole("button").first().press("Enter");
    await file.waitFor();
    await make("Best");
    await picture(page, "bin-folder");
    await file.focus();
    await page.keyboard.press("Alt+m");
    await page.getByTestId("move-targets").getByRole("button", { name: "Best" }).press("Enter");
    await file.waitFor({ state: "detached" });

    await page.getByLabel("Search files").fill("another");
    await file.waitFor();
    await page.getByLabel("Search files").fill("baseline");
    await cards().first().waitFor();
    await page.getByRole("combobox", { name: "Where to search" }).click();
    await page.getByRole("option", { name: "In this folder" }).click();
    await cards().first().waitFor({ state: "detached" });
    await page.getByLabel("Search files").fill("");
    await path().getByRole("button", { name: "Library" }).click();

    await page.goto(`${product.webUrl}/library`);
    await page
      .getByTestId("folder")
      .filter({ hasText: "Shots" })
      .getByRole("button")
      .first()
      .click();
    await page.getByTestId("folder").filter({ hasText: "Best" }).waitFor();
    await picture(page, "library-folder");
  });
});
