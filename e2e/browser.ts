/** A real Chromium, as installed on the machine. */
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, type Page, chromium } from "playwright-core";

export const CHROMIUM = "/usr/bin/chromium";
const PICTURES = fileURLToPath(new URL("../test-results/pictures", import.meta.url));

export const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--autoplay-policy=no-user-gesture-required",
] as const;

/** A microphone that beeps, a camera and a screen that count, all allowed without a question. */
export const FAKE_DEVICES = [
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
] as const;

export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: [...BROWSER_FLAGS, ...flags] });
}

/** Where the picture of a step is kept, to be looked at. */
export function pictureFile(name: string): `${string}.png` {
  mkdirSync(PICTURES, { recursive: true });
  return `${PICTURES}/${name}.png`;
}

export async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: pictureFile(name) });
}

/** The signed-in start page. */
export async function signIn(page: Page, webUrl: string): Promise<void> {
  await page.goto(webUrl);
  await page.getByRole("button", { name: "Try it with the demo account" }).click();
  await page.getByTestId("file-input").first().waitFor({ state: "attached", timeout: 60_000 });
}
