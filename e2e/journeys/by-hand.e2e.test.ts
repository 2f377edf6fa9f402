import { fileURLToPath } from "node:url";
import { tinyMedia } from "@cutroom/testkit";
import { FLICKS_PER_SECOND } from "@cutroom/timeline";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, picture, signIn } from "../browser.ts";
import {
  belowLanes,
  centreOf,
  clipsOf,
  drag,
  laneOf,
  ready,
  savedDocument,
  tabTo,
} from "../editor.ts";
import { type Product, startProduct } from "../product.ts";

const BASELINE = fileURLToPath(new URL("../fixtures/baseline.mp4", import.meta.url));

let product: Product;
let browser: Browser;
let long: string;
let music: string;
beforeAll(async () => {
  long = await tinyMedia.flashBeep({ seconds: 20, fps: 30, width: 640, height: 360 });
  music = await tinyMedia.tone({ frequencyHz: 220, seconds: 12, sampleRateHz: 48_000 });
  product = await startProduct({ env: { CUTROOM_SAMPLE: "0" } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const nameOf = (path: string) => path.split("/").at(-1) ?? "";
const clickCommand = (page: Page, id: string) =>
  page.locator(`[data-command="${id}"]`).first().click();
const spans = (clips: readonly { start: number; frames: number }[]) =>
  clips.map(({ start, frames }) => [start, frames]);

/** The export in the dialog is done: it can be shared. */
async function exported(page: Page): Promise<void> {
  const share = page.getByRole("dialog").getByRole("button", { name: "Create link" });
  await share.waitFor({ timeout: 240_000 });
}

describe("J2 with the mouse alone", () => {
  it("drag in, new track, move, trim, split, crossfade, title, music, undo, export and share change the document as shown", async () => {
    const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
    await signIn(page, product.webUrl);
    await page.getByRole("button", { name: "New empty project" }).click();
    await page.getByTestId("editor").waitFor();
    await page
      .locator('[data-testid="editor"] [data-testid="file-input"]')
      .first()
      .setInputFiles([BASELINE, long, music]);
    await ready(page, [BASELINE, long, music].map(nameOf));
    const document = () => savedDocument(page, product);
    const video = async () => clipsOf(await document(), "video");

    // From the bin to the start of the lane; the left edge sticks.
    let lane = await laneOf(page, "video");
    await drag(page, await centreOf(page, nameOf(BASELINE)), lane.at(0.1));
    expect(spans(await video())).toEqual([[0, 60]]);

    // Below all lanes: a track of its own, and one click takes both back.
    const before = await document();
    await drag(page, await centreOf(page, nameOf(long)), await belowLanes(page, 5));
    const withTrack = await document();
    expect(withTrack.trackOrder).toHaveLength(before.trackOrder.length + 1);
    const made = withTrack.trackOrder.find((id) => !before.trackOrder.includes(id));
    expect(Object.values(withTrack.clips).filter((clip) => clip.trackId === made)).toHaveLength(1);
    await clickCommand(page, "undo");
    expect(await document()).toEqual(before);

    // Beside the first clip: it sticks to its end.
    lane = await laneOf(page, "video");
    await drag(page, await centreOf(page, nameOf(long)), lane.at(2.15));
    expect(spans(await video())).toEqual([
      [0, 60],
      [60, 600],
    ]);

    // All of it in view, and large enough to aim at.
    await clickCommand(page, "fit");
    lane = await laneOf(page, "video");

    // Move away and back again.
    await drag(page, lane.at(8), lane.at(12));
    const [, moved] = await video();
    expect(Math.abs((moved?.start ?? 0) - 180)).toBeLessThanOrEqual(1);
    await drag(page, lane.at(12), lane.at(8.05));
    expect(spans(await video())).toEqual([
      [0, 60],
      [60, 600],
    ]);

    // Trim the end of the first and the start of the second: room for a crossfade.
    await drag(page, lane.at(1.9), lane.at(1.4));
    const [trimmed] = await video();
    expect(trimmed?.from).toBe(0);
    expect(Math.abs((trimmed?.frames ?? 0) - 45)).toBeLessThanOrEqual(1);
    await drag(page, lane.at(2.1), lane.at(3.1));
    const [first, second] = await video();
    expect(second?.from).toBe((second?.start ?? 0) - 60);
    expect(Math.abs((second?.from ?? 0) - 30)).toBeLessThanOrEqual(1);
    const gapS = ((second?.start ?? 0) - (first?.frames ?? 0)) / 30;
    await drag(page, lane.at(10), lane.at(10 - gapS + 0.05));
    const joined = await video();
    expect(joined[1]?.start).toBe(joined[0]?.frames);

    // Split where the ruler was clicked.
    const ruler = await page.getByTestId("timeline-ruler").boundingBox();
    await page.mouse.click(lane.at(8).x, (ruler?.y ?? 0) + 12);
    await clickCommand(page, "split");
    const split = await video();
    expect(split).toHaveLength(3);
    expect((split[1]?.start ?? 0) + (split[1]?.frames ?? 0)).toBe(split[2]?.start);
    expect(Math.abs((split[2]?.start ?? 0) - 240)).toBeLessThanOrEqual(1);

    // A click on the cut selects both sides of it; then the crossfade.
    await page.mouse.click(lane.at((joined[0]?.frames ?? 0) / 30).x, lane.at(0).y);
    await clickCommand(page, "crossfade");
    const faded = Object.values((await document()).transitions);
    expect(faded.map(({ leftClipId, rightClipId }) => [leftClipId, rightClipId])).toEqual([
      [split[0]?.id, split[1]?.id],
    ]);

    // A title, and its words as they are typed.
    await page.mouse.click(lane.at(4).x, (ruler?.y ?? 0) + 12);
    await clickCommand(page, "add-title");
    await page.getByLabel("Content").click({ clickCount: 3 });
    await page.keyboard.insertText("Cut by hand");
    await page.getByTestId("monitor").click({ position: { x: 4, y: 4 } });
    const titles = Object.values((await document()).clips).flatMap((clip) =>
      clip.kind === "text" ? [clip.text] : [],
    );
    expect(titles).toEqual(["Cut by hand"]);

    // A marker where the playhead is; its flag is dragged, and takes a note.
    await clickCommand(page, "add-marker");
    const flag = (seconds: number) => ({ x: lane.at(seconds).x + 3, y: (ruler?.y ?? 0) + 6 });
    await drag(page, flag(4), flag(6));
    await page.mouse.dblclick(flag(6).x, flag(6).y);
    await page.getByRole("dialog").getByLabel("Name").fill("Music comes in");
    await page.getByRole("dialog").getByLabel("Note").fill("Softly");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    const [marker] = Object.values((await document()).markers);
    expect(marker).toMatchObject({ name: "Music comes in", note: "Softly" });
    expect(Math.abs((marker?.at ?? 0) / FLICKS_PER_SECOND - 6)).toBeLessThan(0.2);

    const sound = await laneOf(page, "audio");
    await drag(page, await centreOf(page, nameOf(music)), sound.at(0.1));
    expect(clipsOf(await document(), "audio")).toMatchObject([{ start: 0, frames: 360 }]);
    await picture(page, "by-hand-edited");

    const end = await document();
    await clickCommand(page, "undo");
    expect(clipsOf(await document(), "audio")).toEqual([]);
    await clickCommand(page, "redo");
    expect(await document()).toEqual(end);

    // Named, then everything taken back, then the named version again (E1).
    await page.locator('[data-mode="history"]').click();
    await page.getByRole("button", { name: "Name this version" }).click();
    await page.getByRole("dialog").getByLabel("Name").click();
    await page.keyboard.insertText("Rough cut");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    const version = page
      .getByTestId("versions")
      .getByRole("listitem")
      .filter({ hasText: "Rough cut" });
    await version.waitFor();
    await picture(page, "by-hand-versions");
    await page.getByRole("button", { name: "Steps" }).click();
    await page.getByTestId("history-steps").getByRole("button", { name: "As opened" }).click();
    expect((await document()).clips).toEqual({});
    await picture(page, "by-hand-steps");
    await page.getByRole("button", { name: "Versions" }).click();
    await version.getByRole("button", { name: "More for Rough cut" }).click();
    await page.getByRole("menuitem", { name: "Restore this version" }).click();
    await page.getByText("The version is back.").waitFor();
    expect(await document()).toEqual(end);
    await page.locator('[data-mode="media"]').click();

    // A cut to music out of the same files, another one in its place, and both taken back.
    await clickCommand(page, "auto-cut");
    await page.getByTestId("autocut-shots").getByRole("listitem").first().waitFor();
    await picture(page, "by-hand-auto-cut");
    await page.getByRole("button", { name: "Put on the timeline" }).click();
    const cut = await document();
    expect(Object.keys(cut.clips).length).toBeGreaterThan(Object.keys(end.clips).length);
    await page.getByRole("button", { name: "Another cut" }).click();
    expect(await document()).not.toEqual(cut);
    await clickCommand(page, "undo");
    expect(await document()).toEqual(end);

    await page.getByRole("button", { name: "Export", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Export", exact: true }).click();
    await exported(page);
    await dialog.getByRole("button", { name: "Create link" }).click();
    const link = await dialog.getByLabel("Public link").first().inputValue();
    expect((await page.context().request.get(link)).status()).toBe(200);
    await page.close();
  });
});

describe("J2 with the keyboard alone", () => {
  it("every step from signing in to the shared link is reached by keys, and changes the document as it says", async () => {
    const context = await browser.newContext({ viewport: { width: 1600, height: 1000 } });
    const page = await context.newPage();
    const key = async (...keys: string[]) => {
      for (const one of keys) await page.keyboard.press(one);
    };
    await page.goto(product.webUrl);
    await page.getByRole("button", { name: "Try it with the demo account" }).waitFor();
    await tabTo(page, 'button:text-is("Try it with the demo account")');
    await key("Enter");
    await page.getByRole("button", { name: "New empty project" }).waitFor();
    await tabTo(page, 'button:text-is("New empty project")');
    await key("Enter");
    await page.getByTestId("editor").waitFor();
    await ready(page, [BASELINE, long, music].map(nameOf));
    const document = () => savedDocument(page, product);
    const card = (path: string) => `[data-testid="bin-asset"][aria-label="${nameOf(path)}"]`;

    await tabTo(page, card(BASELINE));
    await key("Enter");
    await page.locator(":focus").blur();
    await tabTo(page, card(long));
    await key("Enter");
    expect(spans(clipsOf(await document(), "video"))).toEqual([
      [0, 60],
      [60, 600],
    ]);

    // Keep a second of the first clip, drop one of the second: room for the crossfade.
    await key("Home", "Shift+ArrowRight", "w", "Shift+ArrowRight", "q", "ArrowUp", "x");
    let now = await document();
    expect(spans(clipsOf(now, "video"))).toEqual([
      [0, 30],
      [30, 570],
    ]);
    expect(Object.values(now.transitions)).toHaveLength(1);

    await key("Home", "Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight", "s", "m", "t");
    now = await document();
    expect(spans(clipsOf(now, "video"))).toEqual([
      [0, 30],
      [30, 60],
      [90, 510],
    ]);
    expect(Object.keys(now.markers)).toHaveLength(1);

    await tabTo(page, "textarea");
    await key("Control+a");
    await page.keyboard.insertText("No mouse");
    await page.locator(":focus").blur();
    now = await document();
    expect(
      Object.values(now.clips).some((clip) => clip.kind === "text" && clip.text === "No mouse"),
    ).toBe(true);

    // In and out of a source, and in it goes.
    await tabTo(page, card(music));
    await key("Shift+Enter");
    await page.getByTestId("source-monitor").waitFor();
    await key(
      "Shift+ArrowRight",
      "Shift+ArrowRight",
      "i",
      "Shift+ArrowRight",
      "Shift+ArrowRight",
      "Shift+ArrowRight",
      "o",
    );
    await key("Home", ".");
    now = await document();
    expect(clipsOf(now, "audio")).toMatchObject([{ frames: 30, from: 20 }]);
    await key("Escape");
    await page.getByTestId("source-monitor").waitFor({ state: "detached" });

    await key("Control+z");
    expect(clipsOf(await document(), "audio")).toEqual([]);
    await key("Control+Shift+z");
    expect(await document()).toEqual(now);

    await key("Control+e");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Export", exact: true }).waitFor();
    await tabTo(page, '[role=dialog] button:text-is("Export")');
    await key("Enter");
    await exported(page);
    await tabTo(page, 'button:has-text("Create link")');
    await key("Enter");
    const link = await dialog.getByLabel("Public link").first().inputValue();
    expect((await context.request.get(link)).status()).toBe(200);
    await context.close();
  });
});
