/** A real Firefox, as Debian has it, driven by the standard protocol that it speaks itself. */
import { type Browser as FirefoxBrowser, type Page, launch } from "puppeteer-core";

export type { FirefoxBrowser };

const FIREFOX = "/usr/bin/firefox-esr";
const WAIT_MS = 120_000;

export function launchFirefox(): Promise<FirefoxBrowser> {
  return launch({
    browser: "firefox",
    executablePath: FIREFOX,
    headless: true,
    // Older ones do not know the commands that give a page another size than its window's.
    defaultViewport: null,
    args: ["--width=1600", "--height=1000"],
    extraPrefsFirefox: { "media.autoplay.default": 0 },
    protocolTimeout: WAIT_MS,
  });
}

/** A page that is patient: Firefox draws by software here. */
export async function firefoxPage(browser: FirefoxBrowser): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(WAIT_MS);
  return page;
}

export async function click(page: Page, selector: string): Promise<void> {
  const found = await page.waitForSelector(selector);
  await found?.click();
}
