import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tinyMedia } from "@cutroom/testkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, picture, signIn } from "../browser.ts";
import { beepTimes, flashTimes, measure } from "../measure.ts";
import { type Product, startProduct } from "../product.ts";

const BASELINE = fileURLToPath(new URL("../fixtures/baseline.mp4", import.meta.url));
const FPS = 30;

let product: Product;
let browser: Browser;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cutroom-journey-"));
  product = await startProduct({ env: { CUTROOM_SAMPLE: "0" } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface ShownClip {
  readonly kind: string;
  readonly start: number;
  readonly frames: number;
}

/** The clips as the timeline's accessible lists tell them. */
async function shownClips(page: Page): Promise<ShownClip[]> {
  const clips = await page.locator("[data-clip-id][data-start-frame]").evaluateAll((items) =>
    items.map((item) => ({
      kind: item.getAttribute("data-kind") ?? "",
      start: Number(item.getAttribute("data-start-frame")),
      frames: Number(item.getAttribute("data-duration-frames")),
    })),
  );
  return clips.toSorted((a, b) => a.start - b.start);
}

async function press(page: Page, key: string, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
}

async function addAtPlayhead(page: Page, name: string): Promise<void> {
  await page.getByTestId("bin-asset").filter({ hasText: name }).dblclick();
}

async function saved(page: Page): Promise<void> {
  await page.locator('[data-testid="save-state"][data-state="saved"]').waitFor({ timeout: 30_000 });
}

describe("J2: from footage to a shared video", () => {
  it("upload, trim, split, crossfade, title, music, export, share and download give the exact file", async () => {
    const long = await tinyMedia.flashBeep({ seconds: 60, fps: FPS, width: 640, height: 360 });
    const music = await tinyMedia.tone({ frequencyHz: 220, seconds: 12, sampleRateHz: 48_000 });
    const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
    await signIn(page, product.webUrl);
    await picture(page, "1-start");
    await page.getByRole("button", { name: "New empty project" }).click();
    await page.getByTestId("editor").waitFor();
    await page
      .locator('[data-testid="editor"] [data-testid="file-input"]')
      .first()
      .setInputFiles([BASELINE, long, music]);
    await page
      .locator('[data-testid="bin-asset"][data-state="READY"]')
      .nth(2)
      .waitFor({ timeout: 120_000 });
    await picture(page, "2-uploaded");

    const name = (path: string) => path.split("/").at(-1) ?? "";
    await addAtPlayhead(page, name(BASELINE));
    await addAtPlayhead(page, name(long));
    expect((await shownClips(page)).map(({ start, frames }) => [start, frames])).toEqual([
      [0, 60],
      [60, 1800],
    ]);

    // Keep one second of the first clip and drop one second of the second: handles for a crossfade.
    await press(page, "Home");
    await press(page, "Shift+ArrowRight");
    await press(page, "w");
    await press(page, "Shift+ArrowRight");
    await press(page, "q");
    await press(page, "ArrowUp");
    await press(page, "x");
    await press(page, "Home");
    await press(page, "Shift+ArrowRight", 10);
    await press(page, "w");
    await press(page, "Shift+ArrowLeft", 5);
    await press(page, "s");
    await press(page, "t");
    await press(page, "Home");
    await addAtPlayhead(page, name(music));
    const clips = await shownClips(page);
    expect(
      clips.filter(({ kind }) => kind === "video").map(({ start, frames }) => [start, frames]),
    ).toEqual([
      [0, 30],
      [30, 120],
      [150, 150],
    ]);
    expect(clips.filter(({ kind }) => kind === "text")).toHaveLength(1);
    expect(await page.locator("[data-transition-frames]").count()).toBe(1);
    await saved(page);
    await picture(page, "3-edited");

    // Undo and redo are exact, and survive a reload.
    await press(page, "Control+z");
    expect((await shownClips(page)).some(({ kind }) => kind === "audio")).toBe(false);
    await saved(page);
    await page.reload();
    await page.getByTestId("editor").waitFor();
    await page.locator("[data-clip-id]").first().waitFor({ state: "attached" });
    await press(page, "Control+Shift+z");
    expect(await shownClips(page)).toEqual(clips);
    await saved(page);

    await press(page, "Control+e");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Export", exact: true }).click();
    await picture(page, "4-exporting");
    await dialog.getByRole("button", { name: "Create link" }).click({ timeout: 240_000 });
    const link = await dialog.getByLabel("Public link").first().inputValue();
    await picture(page, "5-exported");

    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(link);
    await stranger.locator("video").waitFor();
    expect(await stranger.locator('meta[property="og:video"]').getAttribute("content")).toMatch(
      /^http:.*\/video\.mp4$/,
    );
    await picture(stranger, "6-shared");

    const download = page.waitForEvent("download");
    await dialog
      .getByRole("button", { name: "Download" })
      .or(dialog.getByRole("link", { name: "Download" }))
      .first()
      .click();
    const file = join(folder, "export.mp4");
    await (await download).saveAs(file);
    const end = Math.max(...clips.map(({ start, frames }) => start + frames));
    const found = measure(file);
    expect(found.frames).toBe(end);
    expect(Math.min(found.width, found.height)).toBe(1080);
    expect(found.colour).toEqual(["bt709", "bt709", "bt709", "tv"]);
    const flashes = flashTimes(file, FPS).filter((time) => time >= 2 && time < 9);
    const beeps = beepTimes(file).filter((time) => time >= 1.9 && time < 9);
    expect(flashes).toEqual([2, 3, 4, 5, 6, 7, 8]);
    flashes.forEach((flash, index) =>
      expect(Math.abs((beeps[index] ?? Number.NaN) - flash)).toBeLessThanOrEqual(0.01),
    );

    // Only the second between two marks, as the dialog proposes and says. (E4)
    await dialog.getByRole("button", { name: "Export again" }).click();
    await press(page, "Escape");
    // Keys belong to the dialog until it has gone.
    await dialog.waitFor({ state: "hidden" });
    await press(page, "Home");
    await press(page, "Shift+ArrowRight", 2);
    await press(page, "i");
    await press(page, "Shift+ArrowRight");
    await press(page, "o");
    await press(page, "Control+e");
    await dialog.getByText("In to out (00:00:01:00, 30 frames)").first().waitFor();
    await picture(page, "7-range");
    await dialog.getByRole("button", { name: "Export", exact: true }).click();
    const part = page.waitForEvent("download", { timeout: 240_000 });
    await dialog.getByRole("button", { name: "Download" }).click({ timeout: 240_000 });
    const partFile = join(folder, "part.mp4");
    await (await part).saveAs(partFile);
    expect(measure(partFile).frames).toBe(30);
    expect(flashTimes(partFile, FPS)).toEqual([0]);
  });
});
