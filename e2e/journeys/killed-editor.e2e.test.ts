import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { tinyMedia } from "@cutroom/testkit";
import { checkDocument } from "@cutroom/timeline";
import type { Cookie, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { picture, signIn } from "../browser.ts";
import { installabilityErrors, keptOnDevice } from "../device.ts";
import { clipsOf, ready, savedDocument } from "../editor.ts";
import { type KillableBrowser, openKillableBrowser } from "../killable-browser.ts";
import { type Product, startProduct } from "../product.ts";

/** `CUTROOM_EDITOR_KILLS=100` kills it more often. */
const KILLS = Number(process.env["CUTROOM_EDITOR_KILLS"] ?? 6);
/** What was on screen for longer than this is there afterwards. */
const KEPT_AFTER_MS = 1_000;

let product: Product;
let folder: string;
let browser: KillableBrowser;
beforeAll(async () => {
  product = await startProduct({ env: { CUTROOM_SAMPLE: "0" } });
  folder = await mkdtemp(join(tmpdir(), "cutroom-profile-"));
  browser = await openKillableBrowser(folder);
});
afterAll(async () => {
  await browser?.kill();
  await product?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Chance that comes out the same every time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const KEYS = ["t", "t", "s", "Control+d", "Delete", "Control+z", "Control+Shift+z"] as const;

const pause = (forMs: number) => new Promise((resolve) => setTimeout(resolve, forMs));

/** Every clip with its place, as the page says it. */
function shown(page: Page): Promise<string> {
  return page.locator("[data-clip-id]").evaluateAll((options) =>
    options
      .map((option) =>
        ["data-clip-id", "data-start-frame", "data-duration-frames"]
          .map((name) => option.getAttribute(name))
          .join(" "),
      )
      .toSorted()
      .join("\n"),
  );
}

/** Opens the project for writing; true once what this browser knows is on the page. */
async function openProject(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByTestId("editor").waitFor();
  await page.locator('[data-command="add-title"]:not([disabled])').waitFor({ timeout: 30_000 });
}

async function edit(page: Page, chance: () => number): Promise<{ at: number; state: string }[]> {
  const states = [{ at: 0, state: await shown(page) }];
  const edits = 3 + Math.floor(chance() * 6);
  for (let done = 0; done < edits; done += 1) {
    await page.keyboard.press(`${Math.floor(chance() * 9)}` === "0" ? "Home" : "Shift+ArrowRight");
    await page.keyboard.press(KEYS[Math.floor(chance() * KEYS.length)] ?? "t");
    states.push({ at: Date.now(), state: await shown(page) });
    // As a person would: most of the edits are older than a second when the end comes.
    await pause(chance() * 500);
  }
  return states;
}

describe("an editor that is killed", () => {
  it(`keeps what was on screen for a second, on a line and off it, ${KILLS} times (E1)`, async () => {
    await signIn(browser.page, product.webUrl);
    await browser.page.getByRole("button", { name: "New empty project" }).click();
    await browser.page.getByTestId("editor").waitFor();
    const url = browser.page.url();
    const cookies: Cookie[] = await browser.context.cookies();
    for (let round = 0; round < KILLS; round += 1) {
      const chance = seeded(round + 1);
      const { page } = browser;
      await openProject(page, url);
      await browser.context.setOffline(round % 2 === 1);
      const states = await edit(page, chance);
      await pause(chance() * 1_500);
      const killedAt = Date.now();
      if (round % 3 === 2) await page.close({ runBeforeUnload: false });
      await browser.kill();

      browser = await openKillableBrowser(folder);
      // Chromium writes its cookies down every half minute, and nobody edits that.
      await browser.context.addCookies(cookies);
      await openProject(browser.page, url);
      const kept = await shown(browser.page);
      const sure = states.findLastIndex(({ at }) => at <= killedAt - KEPT_AFTER_MS);
      const allowed = states.slice(Math.max(0, sure)).map(({ state }) => state);
      expect(allowed, `round ${round}`).toContain(kept);
      const document = await savedDocument(browser.page, product);
      expect(checkDocument(document), `round ${round}`).toEqual([]);
      expect(await shown(browser.page)).toBe(kept);
      await browser.page.keyboard.press("Control+z");
      await browser.page.keyboard.press("Control+Shift+z");
      expect(await shown(browser.page)).toBe(kept);
      // Signing out asks about what is not with the server yet.
      await savedDocument(browser.page, product);
    }
  });
});

/**
 * Holds the service worker back until the exact frame is there, as a slow network does: by then
 * the page's own workers have fetched their files past it.
 */
const LATE_WORKER = `{
  const container = navigator.serviceWorker;
  const register = container.register.bind(container);
  const exact = () => document.querySelector('[data-source="exact"]') !== null;
  container.register = async (...given) => {
    while (!exact()) await new Promise((later) => setTimeout(later, 100));
    return register(...given);
  };
}`;

/** What the engine and the titles of the first page have fetched in their workers. */
const FETCHED_BY_WORKERS = ["/vendor/ffmpeg/ffmpeg-core.js", "/vendor/titles/resvg.wasm"];

/** A project with a film below a title in it, once all of it is on this device. */
async function projectOnDevice(page: Page): Promise<string> {
  await page.addInitScript(LATE_WORKER);
  await signIn(page, product.webUrl);
  await page.getByRole("button", { name: "New empty project" }).click();
  await page.getByTestId("editor").waitFor();
  const film = await tinyMedia.flashBeep({ seconds: 4, fps: 30, width: 320, height: 180 });
  const input = page.locator('[data-testid="editor"] [data-testid="file-input"]').first();
  await input.setInputFiles(film);
  await ready(page, [basename(film)]);
  await page
    .getByTestId("bin-asset")
    .filter({ hasText: basename(film) })
    .dblclick();
  await page.keyboard.press("Home");
  await page.keyboard.press("t");
  await savedDocument(page, product);
  const { pathname } = new URL(page.url());
  await expect
    .poll(
      async () => {
        const { controlled, media, paths, answers } = await keptOnDevice(page);
        const lists = Object.values(answers).join("\n");
        return {
          controlled,
          listed: lists.includes(basename(film)) && lists.includes(basename(pathname)),
          media: media.includes("proxy.mp4"),
          page: paths.includes(pathname),
          missing: FETCHED_BY_WORKERS.filter((file) => !paths.includes(file)),
        };
      },
      { timeout: 60_000 },
    )
    .toEqual({ controlled: true, listed: true, media: true, page: true, missing: [] });
  return pathname;
}

/** The SHA-256 of the exact frame at the start, made by FFmpeg in the page. */
async function exactFrame(page: Page): Promise<string | null> {
  await page.locator('[data-testid="editor"]').waitFor();
  await page.locator('[data-command="add-title"]:not([disabled])').waitFor({ timeout: 30_000 });
  await page.keyboard.press("Home");
  const monitor = page.locator('[data-testid="monitor"][data-source="exact"][data-frame="0"]');
  await monitor.waitFor({ timeout: 60_000 });
  return monitor.getAttribute("data-exact-hash");
}

describe("an app that is installed", () => {
  let path = "";
  beforeAll(async () => {
    await browser.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    browser = await openKillableBrowser(folder);
  });

  it("opens a project without a network, to the pixel, and sends later what was edited (E1, E2)", async () => {
    const { page, context } = browser;
    path = await projectOnDevice(page);
    expect(await installabilityErrors(page)).toEqual([]);
    const online = await exactFrame(page);
    expect(online).not.toBeNull();

    await context.setOffline(true);
    await page.reload();
    expect(await exactFrame(page)).toBe(online);
    await page.keyboard.press("t");
    await page.locator('[data-testid="save-state"][data-state="offline"]').waitFor();
    await picture(page, "offline-editor");
    await page.goto(`${product.webUrl}/projects/never-opened`);
    await page.getByText("That page is not on this device").waitFor();
    await page.locator(`a[href="${path}"]`).first().waitFor();
    await picture(page, "offline-start");

    await page.goto(`${product.webUrl}${path}`);
    await context.setOffline(false);
    const document = await savedDocument(page, product);
    expect(clipsOf(document, "text")).toHaveLength(2);
  });

  it("asks before signing out what becomes of edits that only it has, and keeps them when told to (E1)", async () => {
    const { page, context } = browser;
    await openProject(page, `${product.webUrl}${path}`);
    const saving = /\/v1\/projects\/[^/]+$/;
    await context.route(saving, (route) =>
      route.request().method() === "PATCH" ? route.abort() : route.fallback(),
    );
    await page.keyboard.press("t");
    await page.locator('[data-testid="save-state"][data-state="offline"]').waitFor();
    await page.goto(`${product.webUrl}/account`);
    await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
    const unsent = page.getByTestId("unsent-projects");
    await unsent.waitFor();
    await page.getByRole("button", { name: "Send and sign out" }).click();
    await unsent.getByRole("alert").first().waitFor();
    await picture(page, "unsent-edits");
    await page.getByRole("button", { name: "Keep here and sign out" }).click();
    const demo = page.getByRole("button", { name: "Try it with the demo account" });
    await demo.waitFor();
    expect((await keptOnDevice(page)).edited).toContain(basename(path));

    await context.unroute(saving);
    await demo.click();
    await page.getByTestId("file-input").first().waitFor({ state: "attached" });
    await openProject(page, `${product.webUrl}${path}`);
    expect(clipsOf(await savedDocument(page, product), "text")).toHaveLength(3);
  });

  it("shows what it keeps, lets go of it, and leaves nothing of an account that signs out", async () => {
    const { page } = browser;
    await page.goto(`${product.webUrl}/account`);
    await page.locator('[data-testid="device-usage"]:not([data-bytes="0"])').waitFor();
    await picture(page, "offline-account");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.locator('[data-testid="device-usage"][data-bytes="0"]').waitFor();
    expect(Object.keys((await keptOnDevice(page)).answers)).toContain("/v1/me");

    await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Try it with the demo account" }).waitFor();
    const { media, answers, paths, edited } = await keptOnDevice(page);
    expect([
      media,
      edited,
      Object.keys(answers),
      paths.filter((one) => one.startsWith("/projects/")),
    ]).toEqual([[], [], [], []]);
  });
});
