import { fileURLToPath } from "node:url";
import { FLICKS_PER_SECOND, type MediaClip } from "@cutroom/timeline";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, picture, signIn } from "../browser.ts";
import { drag, laneOf, ready, savedDocument } from "../editor.ts";
import { type Product, startProduct } from "../product.ts";

const BASELINE = fileURLToPath(new URL("../fixtures/baseline.mp4", import.meta.url));

let product: Product;
let browser: Browser;
let page: Page;
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
  await page.getByTestId("monitor").click({ position: { x: 16, y: 100 } });
  await page.keyboard.press("Control+a");
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function clips(): Promise<MediaClip[]> {
  const document = await savedDocument(page, product);
  return Object.values(document.clips)
    .flatMap((clip) => (clip.kind === "media" ? [clip] : []))
    .toSorted((a, b) => a.start - b.start);
}
const frames = async () =>
  (await clips()).map((clip) => Math.round((clip.start * 30) / FLICKS_PER_SECOND));
const inspector = () => page.getByTestId("inspector");
const exact = () =>
  page.locator('[data-testid="monitor"][data-source="exact"]').waitFor({ timeout: 60_000 });

describe("clips that change their pace", () => {
  it("run backwards at a key or a switch, and the exact picture follows (E3)", async () => {
    await page.keyboard.press("Shift+r");
    expect((await clips())[0]).toMatchObject({ reversed: true });
    await inspector().getByRole("switch", { name: "Backwards" }).click();
    expect((await clips())[0]).not.toHaveProperty("reversed");
    await inspector().getByRole("switch", { name: "Backwards" }).click();
    expect((await clips())[0]).toMatchObject({ reversed: true });
    await exact();
  });

  it("take a ramp by its name, whose keys lie in the lane beside the others", async () => {
    const [before] = await clips();
    await inspector().getByRole("combobox", { name: "Ramp" }).click();
    await page.getByRole("option", { name: "Bullet time" }).click();
    const [after] = await clips();
    expect(after?.speedKeys).toHaveLength(5);
    expect(after?.duration).not.toBe(before?.duration);
    const keys = inspector().getByTestId("lane-speed").getByRole("button");
    expect(await keys.count()).toBe(5);
    await keys.nth(1).press("ArrowRight");
    expect((await clips())[0]?.speedKeys?.[1]?.at).toBeGreaterThan(after?.speedKeys?.[1]?.at ?? 0);
    await inspector().getByRole("switch", { name: "Keep the pitch of its sound" }).click();
    expect((await clips())[0]?.audio.pitch).toBe("follows");
    await exact();
  });

  it("hold a frame at the playhead, for as long as one likes", async () => {
    await page.getByTestId("monitor").click({ position: { x: 16, y: 100 } });
    await page.keyboard.press("Home");
    for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+f");
    const [, hold, rest] = await clips();
    expect(hold).toMatchObject({ frozen: true });
    expect(rest).toMatchObject({ reversed: true });
    await exact();
  });
});

describe("clips that belong together", () => {
  it("say by how many frames one was moved alone, and come back into sync (E13)", async () => {
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    for (let copy = 0; copy < 2; copy += 1) await page.getByTestId("bin-asset").first().dblclick();
    expect(await frames()).toEqual([0, 60]);
    await page.getByTestId("monitor").click({ position: { x: 16, y: 100 } });
    await page.keyboard.press("\\");
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Shift+l");
    const lane = await laneOf(page, "video");
    await page.keyboard.down("Alt");
    await page.mouse.click(lane.at(3).x, lane.at(3).y);
    await page.keyboard.up("Alt");
    await drag(page, lane.at(3), lane.at(3.4));
    const [, second = 0] = await frames();
    expect(second).toBeGreaterThan(60);
    const marks = page.locator("[data-testid=clip-list] [data-sync-frames]");
    expect(await marks.evaluateAll((all) => all.map((one) => one.dataset["syncFrames"]))).toEqual([
      String(60 - second),
      String(second - 60),
    ]);
    await picture(page, "out-of-sync");
    await page.mouse.click(lane.at(3.4).x, lane.at(3.4).y, { button: "right" });
    await page.getByRole("menuitem", { name: "Move into sync" }).click();
    expect(await frames()).toEqual([0, 60]);
    expect(await marks.count()).toBe(0);
  });

  it("move as a group, and each alone when it is dissolved (E14)", async () => {
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Shift+k");
    await page.keyboard.press("Control+g");
    await page.keyboard.press("Escape");
    const lane = await laneOf(page, "video");
    await drag(page, lane.at(3), lane.at(4));
    const [first = 0, second = 0] = await frames();
    expect(first).toBeGreaterThan(20);
    expect(second - first).toBe(60);
    await page.keyboard.press("Control+Shift+g");
    expect((await clips()).some((clip) => clip.groupId !== undefined)).toBe(false);
    await page.keyboard.press("Alt+Shift+g");
    expect(await frames()).toEqual([0, 60]);
  });

  it("lose what lies between in and out, and the rest closes up", async () => {
    for (const key of ["Home", "Shift+ArrowRight", "i", "Shift+ArrowRight", "o"]) {
      await page.keyboard.press(key);
    }
    await picture(page, "range");
    await page.keyboard.press("'");
    expect((await frames())[1]).toBe(30);
    await page.keyboard.press("Control+z");
    expect(await frames()).toEqual([0, 60]);
  });
});

describe("the monitor", () => {
  it("shows safe areas at a key, and hides them again", async () => {
    const guides = page.getByTestId("guides");
    await page.keyboard.press("Shift+g");
    expect(await guides.locator("rect").count()).toBe(2);
    await picture(page, "safe-areas");
    await page.keyboard.press("Shift+g");
    await guides.waitFor({ state: "detached" });
  });
});

describe("clips that are one", () => {
  const inside = async () =>
    Object.values((await savedDocument(page, product)).sequences ?? {}).map(
      (sequence) => Object.keys(sequence.clips).length,
    );
  const compounds = async () =>
    Object.values((await savedDocument(page, product)).clips).filter(
      ({ kind }) => kind === "compound",
    );

  it("are opened by a double click, edited inside, and taken apart by undo after a reload (E1, E15)", async () => {
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Alt+c");
    expect(await inside()).toEqual([2]);
    await picture(page, "compound");
    const lane = await laneOf(page, "video");
    await page.mouse.dblclick(lane.at(2).x, lane.at(2).y);
    const path = page.getByTestId("compound-path");
    await path.waitFor();
    await page.locator('[data-testid="clip-list"] [data-kind="video"]').nth(1).focus();
    await page.keyboard.press("Enter");
    await picture(page, "compound-inside");
    await page.keyboard.press("Delete");
    expect(await inside()).toEqual([1]);
    await page.keyboard.press("Escape");
    await path.waitFor({ state: "detached" });
    await page.reload();
    await page.getByTestId("editor").waitFor();
    await page.getByTestId("monitor").click({ position: { x: 16, y: 100 } });
    await page.keyboard.press("Control+z");
    expect(await inside()).toEqual([2]);
    await page.keyboard.press("Control+z");
    expect(await compounds()).toEqual([]);
    expect(await frames()).toEqual([0, 60]);
  });
});
