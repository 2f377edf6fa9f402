import { fileURLToPath } from "node:url";
import type { MediaClip } from "@cutroom/timeline";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, signIn } from "../browser.ts";
import { ready, savedDocument } from "../editor.ts";
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
