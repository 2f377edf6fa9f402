import { fileURLToPath } from "node:url";
import { flicksToFrameNearest } from "@cutroom/timeline";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, picture, signIn } from "../browser.ts";
import { drag, laneOf, ready, savedDocument, tabTo } from "../editor.ts";
import { type Product, startProduct } from "../product.ts";

const BASELINE = fileURLToPath(new URL("../fixtures/baseline.mp4", import.meta.url));

/** Red and blue change places. */
const CUBE = `LUT_3D_SIZE 2
0 0 0
0 0 1
0 1 0
0 1 1
1 0 0
1 0 1
1 1 0
1 1 1
`;

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
describe("keyframes", () => {
  it("are set beside the number, moved and bent in their lane, and undone one by one", async () => {
    // A clip that was added leaves the playhead on its last frame.
    await inspector().getByTestId("key-x").click();
    expect(await frames()).toEqual([[59, 0]]);
    const { width } = await clip();
    await type("X", String(width / 4));
    expect(await frames()).toEqual([[59, 0.25]]);
    const key = inspector().getByTestId("lane-x").getByRole("button");
    await key.press("ArrowLeft");
    expect(await frames()).toEqual([[58, 0.25]]);
    await inspector().getByRole("slider", { name: "First handle of the curve" }).press("ArrowUp");
    expect((await clip()).x[0]?.ease).toEqual([0, 0.02, 1, 1]);
    const undo = page.locator('[data-command="undo"]').first();
    for (let step = 0; step < 2; step += 1) await undo.click();
    expect(await frames()).toEqual([[59, 0.25]]);
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

  it("end with curves, grain and a look out of a .cube file, and the exact picture has them all", async () => {
    const point = inspector().getByRole("slider", { name: /^Point 1:/ });
    await point.press("ArrowUp");
    await point.press("Enter");
    const added = inspector().getByRole("slider", { name: /^Point 2:/ });
    await added.press("Shift+ArrowUp");
    expect((await clip()).look?.curves?.master).toEqual([
      [0, 1],
      [128, 138],
      [255, 255],
    ]);
    await type("Grain", "30");
    await inspector()
      .getByTestId("file-input")
      .setInputFiles({
        name: "Warm night.cube",
        mimeType: "application/octet-stream",
        buffer: Buffer.from(CUBE),
      });
    const looks = inspector().getByRole("combobox", { name: "Look" });
    await looks.click();
    // The list is open while the file is read, and then has it.
    await page.getByRole("option", { name: "Warm night" }).click({ timeout: 60_000 });
    await type("Strength", "80");
    expect((await clip()).look).toMatchObject({
      grain: 0.3,
      lutStrength: 0.8,
      lut: { kind: "file", name: "Warm night" },
    });
    const exact = page.locator(`[data-testid="monitor"][data-source="exact"]`);
    await exact.waitFor({ timeout: 60_000 });
  });
});

describe("shapes and stickers", () => {
  /** The track of each by its figure. */
  const drawn = async () =>
    Object.fromEntries(
      Object.values((await savedDocument(page, product)).clips).flatMap((one) =>
        one.kind === "shape" ? [[one.shape.figure, one.trackId]] : [],
      ),
    );

  it("are pressed or dragged onto the timeline, changed, and in the exact picture (E3)", async () => {
    await page.locator('[data-mode="shapes"]').click();
    await page.locator('[data-shape="star"]').click();
    expect(await drawn()).toEqual({ star: "overlay-1" });
    await type("Points", "9");
    await inspector().getByRole("switch", { name: "Outline" }).click();
    const { clips } = await savedDocument(page, product);
    const star = Object.values(clips).find((one) => one.kind === "shape");
    expect(star?.shape).toMatchObject({ points: 9, outlineColour: "#ffffff" });
    const exact = page.locator(`[data-testid="monitor"][data-source="exact"]`);
    await exact.waitFor({ timeout: 60_000 });

    const heart = await page.locator('[data-shape="heart"]').boundingBox();
    if (heart === null) throw new Error("no heart among the shapes");
    const text = await laneOf(page, "text");
    await drag(page, { x: heart.x + 20, y: heart.y + 20 }, text.at(1));
    expect(await drawn()).toEqual({ star: "overlay-1", heart: "text-1" });
  });

  it("come by the keyboard alone: a sticker of the panel, and a shape by its key (E3)", async () => {
    await page.locator('[data-mode="shapes"]').focus();
    await tabTo(page, '[data-shape="rocket"]');
    await page.keyboard.press("Enter");
    await page.locator(":focus").blur();
    await page.keyboard.press("Shift+t");
    const figures = Object.keys(await drawn()).toSorted();
    expect(figures).toEqual(["heart", "rectangle", "rocket", "star"]);
    await picture(page, "shapes");
  });
});

describe("a title on the picture", () => {
  const words = async () =>
    Object.values((await savedDocument(page, product)).clips).flatMap((one) =>
      one.kind === "text" ? [one.text] : [],
    );
  const field = () => page.getByTestId("text-in-place");
  /** On the picture, well away from the border of its panel, which would take the focus. */
  const clickAway = () => page.getByTestId("monitor").click({ position: { x: 80, y: 80 } });
  const middle = async () => {
    const box = await page.locator('[data-testid="monitor"] canvas').first().boundingBox();
    if (box === null) throw new Error("no picture");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };

  it("is typed where it stands, with an input method, and kept as one step or not at all (E2)", async () => {
    await clickAway();
    await page.keyboard.press("Home");
    await page.keyboard.press("t");
    const [before] = await words();
    const at = await middle();
    await page.mouse.dblclick(at.x, at.y);
    await field().waitFor();
    const input = await page.context().newCDPSession(page);
    await input.send("Input.imeSetComposition", {
      text: "nihao",
      selectionStart: 5,
      selectionEnd: 5,
    });
    // Escape is the input method's while it composes.
    await page.keyboard.press("Escape");
    expect(await field().count()).toBe(1);
    await input.send("Input.insertText", { text: "你好" });
    await page.keyboard.press("Enter");
    await page.keyboard.insertText("Hello again");
    await picture(page, "title-in-place");
    await page.keyboard.press("Control+Enter");
    await field().waitFor({ state: "detached" });
    expect(await words()).toEqual(["你好\nHello again"]);
    await page.getByTestId("monitor").locator("[data-handle=move]").waitFor();
    await page.locator('[data-testid="monitor"][data-source="exact"]').waitFor({ timeout: 60_000 });
    await picture(page, "title-kept");

    await page.keyboard.press("Enter");
    await field().waitFor();
    await page.keyboard.insertText("Never kept");
    await page.keyboard.press("Escape");
    await field().waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    await page.keyboard.insertText("Clicked away");
    await clickAway();
    expect(await words()).toEqual(["Clicked away"]);
    await page.keyboard.press("Control+z");
    expect(await words()).toEqual(["你好\nHello again"]);
    await page.keyboard.press("Control+z");
    expect(await words()).toEqual([before]);
  });

  it("lets steps beside it show exact pictures, made while nobody was at work (E2)", async () => {
    const ruler = page.locator('[data-testid="timeline-ruler"][data-exact-frames^="0 1 2 3"]');
    await ruler.waitFor({ timeout: 60_000 });
    for (let step = 0; step < 8; step += 1) await page.keyboard.press("Equal");
    await picture(page, "exact-ahead");
    await page.keyboard.press("ArrowRight");
    const monitor = page.locator('[data-testid="monitor"][data-source="exact"]');
    await monitor.waitFor();
    expect(await monitor.getAttribute("data-exact-frame")).toBe("1");
  });

  it("has its in and out points again after a reload (E2)", async () => {
    await page.keyboard.press("i");
    const marked = page.locator('[data-testid="timeline-ruler"][data-in-flicks]');
    await marked.waitFor();
    const before = await marked.getAttribute("data-in-flicks");
    await page.reload();
    await marked.waitFor({ timeout: 30_000 });
    expect(await marked.getAttribute("data-in-flicks")).toBe(before);
  });
});
