import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FAKE_DEVICES, launchBrowser, picture, signIn } from "../browser.ts";
import { clipsOf, drag, laneOf, ready, savedDocument } from "../editor.ts";
import { type Product, startProduct } from "../product.ts";

const BASELINE = fileURLToPath(new URL("../fixtures/baseline.mp4", import.meta.url));
const fixture = (path: string) =>
  fileURLToPath(new URL(`../../render-farm/fixtures/${path}`, import.meta.url));
const SRT = [
  ["00:00:00,000 --> 00:00:00,500", "Hello there"],
  ["00:00:00,600 --> 00:00:01,000", "second"],
  ["00:00:01,500 --> 00:00:02,000", "\u{13000} is not drawn"],
]
  .map(([times, text], index) => `${index + 1}\r\n${times}\r\n${text}\r\n`)
  .join("\r\n");

let product: Product;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  product = await startProduct({ env: { CUTROOM_SAMPLE: "0" } });
  browser = await launchBrowser(FAKE_DEVICES);
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

const document = () => savedDocument(page, product);
const cues = async () => {
  const now = await document();
  return clipsOf(now, "caption").map(({ id, start, frames }) => {
    const clip = now.clips[id];
    return [start, frames, clip?.kind === "caption" ? clip.text : ""];
  });
};
const rows = () => page.getByTestId("cue");
const monitorAt = (frame: number) =>
  page.locator(`[data-testid="monitor"][data-frame="${frame}"]`).waitFor({ timeout: 20_000 });

describe("captions", () => {
  it("are imported, found wanting, edited in place, split, merged, moved on the timeline and taken back", async () => {
    await page.locator('[data-mode="captions"]').click();
    const file = { name: "Film.srt", mimeType: "text/plain", buffer: Buffer.from(SRT, "utf16le") };
    await page.getByTestId("caption-input").setInputFiles([file]);
    await rows().nth(2).waitFor();
    expect(await cues()).toEqual([
      [0, 15, "Hello there"],
      [18, 12, "second"],
      [45, 15, "\u{13000} is not drawn"],
    ]);
    await page.getByTestId("caption-coverage").getByRole("button").click();
    await rows().nth(1).waitFor({ state: "detached" });
    await rows().getByRole("textbox", { name: "Text of caption 3" }).fill("is drawn");
    await rows().nth(2).waitFor();

    const first = rows().getByRole("textbox", { name: "Text of caption 1" });
    await first.click();
    await page.keyboard.press("Home");
    for (let step = 0; step < 6; step += 1) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Control+Enter");
    await rows().nth(3).waitFor();
    expect((await cues()).slice(0, 2)).toEqual([
      [0, 8, "Hello"],
      [8, 7, "there"],
    ]);
    await rows().nth(1).getByRole("button", { name: "Merge with the next one" }).click();
    await rows().nth(3).waitFor({ state: "detached" });
    expect((await cues())[1]).toEqual([8, 22, "there second"]);

    await page.getByRole("button", { name: "Go to caption 3" }).click();
    await monitorAt(45);
    await page.locator('[data-testid="monitor"][data-source="exact"]').waitFor({ timeout: 60_000 });
    await picture(page, "captions");
    const lane = await laneOf(page, "caption");
    // It sticks to the end of the one before it.
    await drag(page, lane.at(1.75), lane.at(1.27));
    expect((await cues())[2]).toEqual([30, 15, "is drawn"]);
    await page.locator('[data-command="undo"]').first().click();
    expect((await cues())[2]).toEqual([45, 15, "is drawn"]);
  });

  it("are timed by tapping", async () => {
    await page.getByRole("button", { name: "Go to caption 1" }).click();
    await page.getByRole("button", { name: "Time by tapping" }).click();
    await page.locator('[data-testid="cue"][data-waiting]').waitFor();
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.down("Enter");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.up("Enter");
    const tapped = await cues();
    expect(tapped).not.toContainEqual([0, 8, "Hello"]);
    expect(tapped.map(([, , text]) => text)).toEqual(["Hello", "there second", "is drawn"]);
    await page.getByRole("button", { name: "Time by tapping" }).click();
    await page.locator('[data-command="undo"]').first().click();
  });
});

describe("the mixer", () => {
  it("changes volume, place and ducking of a track, and shows what is heard", async () => {
    await page.locator('[data-mode="mixer"]').click();
    const now = await document();
    const trackId = Object.values(now.tracks).find(({ kind }) => kind === "video")?.id ?? "";
    const strip = page.locator(`[data-testid="strip"][data-track-id="${trackId}"]`);
    await strip.getByRole("slider").nth(0).focus();
    await page.keyboard.press("ArrowLeft");
    await strip.getByRole("slider").nth(1).focus();
    await page.keyboard.press("End");
    await strip.getByRole("switch").click();
    expect((await document()).tracks[trackId]).toMatchObject({
      gainDb: -0.5,
      pan: 1,
      ducking: { depthDb: 12 },
    });
    await page.locator(":focus").blur();
    await page.keyboard.press("Home");
    await page.keyboard.press("Space");
    const meter = page.locator('[data-meter="mix"]');
    await expect
      .poll(async () => Number(await meter.getAttribute("data-level-db")), { timeout: 20_000 })
      .toBeGreaterThan(-40);
    await picture(page, "mixer");
  });
});

describe("recording", () => {
  const bar = (phase: string) => page.locator(`[data-testid="record-bar"][data-phase="${phase}"]`);
  const begin = async () => {
    await page.getByTestId("record-begin").click();
    await bar("countdown").waitFor();
    await bar("recording").waitFor();
  };
  const gone = () => page.getByTestId("record-bar").waitFor({ state: "detached" });
  const recorded = async (seconds: number) => {
    const shown = async () => (await page.getByRole("timer").textContent())?.split(":").at(-1);
    const timeout = 20_000;
    await expect
      .poll(async () => Number(await shown()), { timeout })
      .toBeGreaterThanOrEqual(seconds);
  };
  const voices = async () => {
    const { clips } = await document();
    return Object.values(clips).flatMap((clip) =>
      clip.kind === "media" && clip.name.startsWith("Voice-over") ? [clip] : [],
    );
  };

  it("by keys: a voice-over lands where the playhead was, with a pause, and fills itself", async () => {
    await page.keyboard.press("Home");
    for (let frames = 0; frames < 10; frames++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+V");
    const level = page.getByTestId("record-level");
    await level.waitFor();
    await expect
      .poll(async () => Number(await level.getAttribute("data-level-db")), { timeout: 20_000 })
      .toBeGreaterThan(-50);
    await picture(page, "record-dialog");
    await begin();
    await recorded(1);
    await page.keyboard.press("Shift+P");
    await bar("paused").waitFor();
    await picture(page, "record-paused");
    await page.keyboard.press("Shift+P");
    await bar("recording").waitFor();
    await recorded(2);
    await page.keyboard.press("Shift+V");
    await gone();
    const clip = page.locator('[data-clip-id][data-kind="audio"][data-start-frame="10"]');
    await clip.waitFor({ state: "attached" });
    await clip
      .and(page.locator(":not([data-unfilled])"))
      .waitFor({ state: "attached", timeout: 60_000 });
    const [voice] = await voices();
    expect(voice?.mediaKind).toBe("audio");
    expect(voice?.checksum).not.toMatch(/^0{32}/);
  });

  it("by pointer: a camera and a screen become films of the library", async () => {
    await page.locator('[data-mode="media"]').click();
    for (const [kind, name] of [
      ["Camera", "Camera"],
      ["Screen", "Screen"],
    ] as const) {
      await page.locator('[data-command="record"]').click();
      await page.getByRole("button", { name: kind, exact: true }).click();
      if (kind === "Camera") await page.getByTestId("record-camera").waitFor();
      await begin();
      await recorded(1);
      await page.getByRole("button", { name: "Stop and keep" }).click();
      await gone();
      await ready(page, [`${name} 20`]);
    }
    const films = page.locator('[data-testid="bin-asset"][data-state="READY"]');
    expect(await films.filter({ hasText: /(Camera|Screen) 20/ }).count()).toBe(2);
  });

  it("that the browser refuses says why and what to do, in place", async () => {
    for (const [error, failure] of [
      ["NotAllowedError", "denied"],
      ["NotFoundError", "none"],
    ] as const) {
      await page.evaluate(
        `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "${error}"))`,
      );
      await page.keyboard.press("Shift+V");
      await page.locator(`[data-testid="record-refused"][data-failure="${failure}"]`).waitFor();
      await picture(page, `record-${failure}`);
      expect(await page.getByTestId("record-begin").isDisabled()).toBe(true);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  });

  it("of a tab that is closed is offered again and still lands where it began", async () => {
    const before = (await voices()).length;
    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    // A page that has just come back reads until the one before has let go of the project.
    await page.locator('[data-command="record"]:enabled').waitFor();
    await page.keyboard.press("Shift+V");
    await page.getByTestId("record-level").waitFor();
    await begin();
    await recorded(2);
    await page.reload();
    const left = page.getByTestId("left-recording");
    await left.waitFor();
    await picture(page, "record-left");
    await left.getByRole("button", { name: "Put on the timeline" }).click();
    await left.waitFor({ state: "detached" });
    await expect.poll(async () => (await voices()).length, { timeout: 30_000 }).toBe(before + 1);
  });
});

describe("several chosen files", () => {
  it("go on the timeline together, by keys and by pointer, and one undo takes them back (E1)", async () => {
    const films = page.locator('[data-testid="bin-asset"][data-state="READY"]');
    const count = async () => Object.keys((await document()).clips).length;
    const before = await count();
    for (const place of [0, 1]) {
      await films.nth(place).focus();
      await page.keyboard.press("Control+Space");
    }
    await page.keyboard.press("Enter");
    expect(await count()).toBe(before + 2);
    await page.keyboard.press("Control+z");
    expect(await count()).toBe(before);

    // The added clips were scrolled into view; what is left begins at the start.
    await page.locator('[data-command="fit"]').click();
    const box = await films.nth(1).boundingBox();
    if (box === null) throw new Error("no file in the bin");
    const lane = await laneOf(page, "overlay");
    await drag(page, { x: box.x + box.width / 2, y: box.y + 30 }, lane.at(1));
    expect(await count()).toBe(before + 2);
    await page.keyboard.press("Control+z");
    expect(await count()).toBe(before);
  });
});

describe("files as phones and cameras make them", () => {
  it("a film with several sounds plays the chosen one, and undo plays the first again (F20)", async () => {
    const chooser = page.locator('[data-testid="editor"] [data-testid="file-input"]').first();
    await chooser.setInputFiles([fixture("zoo/two_audio_subs.mkv"), fixture("photos/turned.heic")]);
    await ready(page, ["two_audio_subs.mkv", "turned.heic"]);
    await page.getByTestId("bin-asset").filter({ hasText: "two_audio_subs" }).first().dblclick();
    const sound = page
      .getByTestId("inspector")
      .getByRole("combobox", { name: "Sound of the file" });
    await sound.click();
    await page.getByRole("option", { name: "2: Deutsch" }).click();
    const streams = async () =>
      Object.values((await document()).clips).flatMap((clip) =>
        clip.kind === "media" && clip.name.startsWith("two_audio") ? [clip.audio.stream ?? 0] : [],
      );
    await expect.poll(streams, { timeout: 20_000 }).toContain(1);
    await picture(page, "several-sounds");
    await page.locator('[data-command="undo"]').first().click();
    await expect.poll(streams, { timeout: 20_000 }).not.toContain(1);
  });

  it("the library names the sounds of a film, and shows its pictures under the pointer (M2)", async () => {
    await page.goto(`${product.webUrl}/library`);
    await page.getByRole("button", { name: /^Details of two_audio_subs/ }).click();
    const details = page.getByRole("complementary", { name: "Details" });
    await details.getByText("English, Deutsch").waitFor();
    const strip = details.getByTestId("thumbnail-strip");
    await strip.hover();
    const box = await strip.boundingBox();
    await expect
      .poll(
        async () => {
          await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 5 + Math.random());
          return strip.getByText("0:01").count();
        },
        { timeout: 20_000 },
      )
      .toBe(1);
    await picture(page, "thumbnail-strip");
  });
});
