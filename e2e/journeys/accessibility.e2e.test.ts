import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoClient } from "../account.ts";
import { launchBrowser, picture } from "../browser.ts";
import { type Product, startProduct } from "../product.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const PANELS = [
  "text",
  "shapes",
  "captions",
  "transitions",
  "effects",
  "audio",
  "mixer",
  "generate",
  "history",
  "media",
] as const;

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly target: readonly string[]; readonly html: string }[];
}

let product: Product;
let browser: Browser;
let projectId: string;
let shareUrl: string;
beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
  const api = await demoClient(product);
  const listed = await api.listProjects();
  const sample = listed.ok
    ? listed.value.projects.find(({ name }) => name === "A day in three horizons")
    : undefined;
  projectId = sample?.id ?? "";
  shareUrl = `${product.webUrl}/s/a-link-that-is-not-there`;
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** What axe finds to be serious or critical, as one line each. */
async function faults(page: Page): Promise<string[]> {
  // Menus and dialogs fade in: half transparent words have too little contrast.
  await page.waitForFunction(
    "document.getAnimations().every(({ playState }) => playState !== 'running')",
  );
  // Half a megabyte of script: once for each document.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(`${AXE}; null`);
  const found: readonly Violation[] = await page.evaluate(
    'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 140)).join(" | ")}`);
}

async function visit(
  locale: "en" | "zh",
  theme: "dark" | "light",
  direction: "auto" | "rtl" = "auto",
): Promise<{ context: BrowserContext; page: Page }> {
  // Pages allow no foreign script, and axe is one.
  const context = await browser.newContext({
    viewport: { width: 1280, height: 720 },
    colorScheme: "dark",
    bypassCSP: true,
  });
  await context.addCookies([
    { name: "cutroom_locale", value: locale, url: product.webUrl },
    { name: "cutroom_theme", value: theme, url: product.webUrl },
    { name: "cutroom_direction", value: direction, url: product.webUrl },
  ]);
  return { context, page: await context.newPage() };
}

// Every language and every theme, each once: neither changes what the other does.
describe.each([
  ["en", "dark"],
  ["zh", "light"],
] as const)("accessibility in %s, %s", (locale, theme) => {
  it("no page, panel, menu or dialog has a serious or critical fault by axe", async () => {
    const { context, page } = await visit(locale, theme);
    const found: Record<string, string[]> = {};
    const check = async (name: string) => {
      const lines = await faults(page);
      // For the review of docs/editor-review.md.
      await picture(page, `${locale}-${theme}-${name.replaceAll(" ", "-")}`);
      if (lines.length > 0) found[name] = lines;
    };
    await page.goto(product.webUrl);
    const demo = page.locator('[aria-labelledby="sign-in-title"] button').first();
    await demo.waitFor();
    await check("sign-in");
    await demo.click();
    await page.getByTestId("file-input").first().waitFor({ state: "attached" });
    await page.locator("main").getByText("A day in three horizons").first().waitFor();
    await check("start");
    for (const path of ["library", "exports", "account", "no-such-page"]) {
      await page.goto(`${product.webUrl}/${path}`);
      await page.waitForLoadState("networkidle");
      await check(path);
    }
    await page.goto(shareUrl);
    await check("share link that ended");

    await page.goto(`${product.webUrl}/projects/${projectId}`);
    await page.locator("[data-clip-id]").first().waitFor({ state: "attached" });
    await check("editor");
    for (const kind of ["text", "video", "audio"]) {
      await page.locator(`[data-clip-id][data-kind="${kind}"]`).first().focus();
      await page.keyboard.press("Enter");
      await check(`inspector of ${kind}`);
    }
    await page.locator(":focus").blur();
    for (const mode of PANELS) {
      await page.locator(`[data-mode="${mode}"]`).click();
      await check(`panel ${mode}`);
    }
    const asset = page.getByTestId("bin-asset").first();
    await asset.focus();
    await page.keyboard.press("Shift+Enter");
    await page.getByTestId("source-monitor").waitFor();
    await check("source monitor");
    await page.keyboard.press("Escape");
    await page
      .getByTestId("timeline-canvas")
      .click({ button: "right", position: { x: 300, y: 8 } });
    await page.getByRole("menu").waitFor();
    await check("menu of the timeline");
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    for (const [name, keys] of [
      ["shortcuts", "Shift+?"],
      ["palette", "/"],
      ["auto-cut", "Shift+A"],
      ["record", "Shift+V"],
      ["export", "Control+e"],
    ] as const) {
      await page.keyboard.press(keys);
      await page.getByRole("dialog").waitFor();
      await check(`dialog ${name}`);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await context.close();
    expect(found).toEqual({});
  });
});

describe("right to left", () => {
  it("everything changes sides but time: panels and words turn, the timeline runs to the right", async () => {
    const { context, page } = await visit("en", "dark", "rtl");
    await page.goto(product.webUrl);
    await page.locator('[aria-labelledby="sign-in-title"] button').first().click();
    await page.getByTestId("file-input").first().waitFor({ state: "attached" });
    await page.goto(`${product.webUrl}/projects/${projectId}`);
    await page.locator("[data-clip-id]").first().waitFor({ state: "attached" });
    const leftOf = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox();
      return box?.x ?? Number.NaN;
    };
    await page.locator('[data-mode="effects"]').click();
    const [rail, inspector] = [
      await leftOf('[data-mode="effects"]'),
      await leftOf('[data-testid="inspector"]'),
    ];
    expect(rail).toBeGreaterThan(inspector);
    const [header, canvas] = [
      await leftOf('[data-testid="track-header"]'),
      await leftOf('[data-testid="timeline-canvas"]'),
    ];
    expect(header).toBeLessThan(canvas);
    await picture(page, "rtl-effects");
    expect(await faults(page)).toEqual([]);
    const overflow: number = await page.evaluate(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    expect(overflow).toBe(0);
    await context.close();
  });
});
