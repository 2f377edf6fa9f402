import { fileURLToPath } from "node:url";
import { flicksToFrameNearest } from "@cutroom/timeline";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, signIn } from "../browser.ts";
import { drag, ready, savedDocument } from "../editor.ts";
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
  await page.getByTestId("monitor").click({ position: { x: 4, y: 4 } });
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Home");
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function clip() {
  const { clips, settings } = await savedDocument(page, product);
  const [only] = Object.values(clips);
  if (only?.kind !== "media") throw new Error("no film");
  const x = (only.keys?.x ?? []).map((key) => ({
    frame: flicksToFrameNearest(key.at, settings.rate),
    value: Number(key.value.toFixed(3)),
    ease: key.ease,
  }));
  return { ...only, x, width: settings.width };
}
const frames = async () => (await clip()).x.map(({ frame, value }) => [frame, value]);
const inspector = () => page.getByTestId("inspector");
async function type(name: string, value: string): Promise<void> {
  const field = inspector().getByRole("spinbutton", { name, exact: true });
  await field.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(value);
  await page.keyboard.press("Enter");
  await field.blur();
}
const monitorAt = (frame: number) =>
  page.locator(`[data-testid="monitor"][data-frame="${frame}"]`).waitFor({ timeout: 20_000 });

describe("keyframes", () => {
  it("are set beside the number, dragged in their lane, bent, gone to, and undone one by one", async () => {
    await inspector().getByTestId("key-x").click();
    expect(await frames()).toEqual([[0, 0]]);
    await page.keyboard.press("Shift+ArrowRight");
    await monitorAt(30);
    const { width } = await clip();
    await type("X", String(width / 4));
    expect(await frames()).toEqual([
      [0, 0],
      [30, 0.25],
    ]);

    const lane = inspector().getByTestId("lane-x");
    const area = await lane.boundingBox();
    const second = lane.getByRole("button").nth(1);
    const box = await second.boundingBox();
    if (area === null || box === null) throw new Error("no lane");
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await drag(page, from, { x: from.x + area.width / 4, y: from.y });
    expect(await frames()).toEqual([
      [0, 0],
      [45, 0.25],
    ]);
    await lane.getByRole("button").nth(1).press("ArrowLeft");
    expect((await frames())[1]).toEqual([44, 0.25]);

    await lane.getByRole("button").first().click();
    await monitorAt(0);
    await inspector().getByRole("slider", { name: "First handle of the curve" }).press("ArrowUp");
    expect((await clip()).x[0]?.ease).toEqual([0, 0.02, 1, 1]);

    await page.getByTestId("monitor").click({ position: { x: 4, y: 4 } });
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Shift+ArrowDown");
    await monitorAt(44);
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("Control+z");
    expect(await frames()).toEqual([
      [0, 0],
      [30, 0.25],
    ]);
  });
});

describe("effects", () => {
  it("are numbers of the inspector, and the picture at rest is the exact one with all of them", async () => {
    await type("Blur", "40");
    await type("Vignette", "70");
    await inspector().getByRole("switch", { name: "Make a colour clear" }).click();
    await inspector().getByRole("switch", { name: "Blurred background" }).click();
    const { look } = await clip();
    expect(look).toMatchObject({
      blur: 0.4,
      vignette: 0.7,
      keyColour: "#00b140",
      backdrop: true,
    });
    await page.locator('[data-mode="effects"]').click();
    await page.getByTestId("effect-warm").click();
    expect((await clip()).look).toMatchObject({ temperature: 0.45, blur: 0.4 });
    const exact = page.locator(`[data-testid="monitor"][data-source="exact"]`);
    await exact.waitFor({ timeout: 60_000 });
  });
});
