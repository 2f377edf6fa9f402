import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isIntact, readSaidOrigin } from "@cutroom/provenance";
import { startVendors } from "@cutroom/testkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser, picture, signIn } from "../browser.ts";
import { clipsOf, ready, savedDocument } from "../editor.ts";
import { type Product, startProduct } from "../product.ts";

/** A picture with credentials that the reference implementation of C2PA signed. */
const GENERATED = fileURLToPath(
  new URL("../../packages/provenance/src/fixtures/generated.png", import.meta.url),
);
const PROMPT = "Misty pine forest, morning";
/** They keep a job waiting until it has been asked for, so that what they say meanwhile is heard. */
const PACE = { queueMs: 7_000, runMs: 1_000 } as const;
let vendors: Awaited<ReturnType<typeof startVendors>>;
let product: Product;
let browser: Browser;
beforeAll(async () => {
  vendors = await startVendors(PACE);
  product = await startProduct({ env: { CUTROOM_SAMPLE: "0", ...vendors.env } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await vendors?.stop();
});

/** What the finished film that the dialog plays says of itself, read from its bytes. */
async function credentialsOf(page: Page) {
  const url = await page.getByRole("dialog").locator("video").getAttribute("src");
  const folder = await mkdtemp(join(tmpdir(), "credentials-"));
  try {
    const file = join(folder, "film.mp4");
    await writeFile(file, Buffer.from(await (await fetch(url ?? "")).arrayBuffer()));
    return { intact: await isIntact(file), said: await readSaidOrigin(file) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The clip as the list beside the canvas tells it. */
const clipsIn = (page: Page) => page.locator('[data-testid="clip-list"] [data-clip-id]');

describe("J1: from words to a clip on the timeline, and into a film", () => {
  it("a prompt is a clip at the playhead at once, survives a reload, and fills itself as a person left it (G1, G8)", async () => {
    const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
    await signIn(page, product.webUrl);
    await picture(page, "generate-0-start");
    await page.getByRole("button", { name: "Generate a clip" }).click();
    await page.getByTestId("editor").waitFor();
    await page.getByRole("button", { name: PROMPT }).waitFor();
    await picture(page, "generate-1-empty");
    await page.getByRole("button", { name: PROMPT }).click();
    await page.getByTestId("generation-price").getByText("1 credit").waitFor();
    await page.getByRole("button", { name: "Generate clip" }).click();

    await clipsIn(page).and(page.locator("[data-unfilled]")).waitFor({ state: "attached" });
    const first = await savedDocument(page, product);
    expect(clipsOf(first, "video")).toMatchObject([{ start: 0, frames: 150 }]);
    await page.getByTestId("making").waitFor();
    await picture(page, "generate-2-making");

    await page.keyboard.press("Control+e");
    await page.getByRole("dialog").getByText("is not generated yet").waitFor({ timeout: 15_000 });
    await picture(page, "generate-3-no-export-yet");
    await page.keyboard.press("Escape");
    await page.reload();
    await page.getByTestId("editor").waitFor();
    await clipsIn(page).waitFor({ state: "attached" });
    await clipsIn(page)
      .and(page.locator(":not([data-unfilled])"))
      .waitFor({ state: "attached", timeout: 240_000 });
    const filled = await savedDocument(page, product);
    expect(clipsOf(filled, "video")).toMatchObject([{ start: 0, frames: 150 }]);
    await page.getByTestId("generated").getByText("Procedural").waitFor();
    await picture(page, "generate-4-filled");
  });

  it("generating again keeps the earlier take, which a key brings back for the export (I5)", async () => {
    const [page] = browser.contexts().flatMap((context) => context.pages());
    if (page === undefined) throw new Error("the first journey did not get here");
    await clipsIn(page).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /^Generate again/ }).click();
    await page.getByText("Take 2 of 2").waitFor();
    await picture(page, "generate-5-takes");
    await page.getByRole("button", { name: "Previous take" }).click();
    await page.getByText("Take 1 of 2").waitFor();
    const document = await savedDocument(page, product);
    const [clip] = Object.values(document.clips);
    expect(clip?.kind === "media" ? clip.takes : []).toHaveLength(2);
    await page.keyboard.press("Control+e");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Export", exact: true }).click();
    await dialog
      .getByRole("link", { name: "Download" })
      .or(dialog.getByRole("button", { name: "Download" }))
      .first()
      .waitFor({ timeout: 240_000 });
    await picture(page, "generate-6-exported");
    await dialog.getByText("Contains parts that a program drew, not AI: Cutroom").waitFor();
    expect(await credentialsOf(page)).toEqual({
      intact: true,
      said: { disclosure: "procedural", tool: "Cutroom" },
    });
  });

  it("a file that says AI made it is labelled in preview and export, and the export says so too (G8)", async () => {
    const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
    await signIn(page, product.webUrl);
    await page.getByRole("button", { name: "New empty project" }).click();
    await page.getByTestId("editor").waitFor();
    const chooser = page.locator('[data-testid="editor"] [data-testid="file-input"]').first();
    await chooser.setInputFiles([GENERATED]);
    await ready(page, ["generated.png"]);
    await page.getByTestId("bin-asset").first().dblclick();
    await page.locator('[data-testid="save-state"][data-state="saved"]').waitFor();
    await picture(page, "generate-7-labelled");
    await page.keyboard.press("Control+e");
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByRole("switch", { name: "Label as AI-generated" }).isChecked()).toBe(
      true,
    );
    await picture(page, "generate-8-label-offered");
    await dialog.getByRole("button", { name: "Export", exact: true }).click();
    await dialog.getByText("AI-generated: Example Image Model 3").waitFor({ timeout: 240_000 });
    await picture(page, "generate-9-says-so");
    expect(await credentialsOf(page)).toEqual({
      intact: true,
      said: { disclosure: "ai", tool: "Example Image Model 3" },
    });
    await page.goto(`${product.webUrl}/library`);
    await page.getByRole("button", { name: /^Details of generated.png/ }).click();
    await page.getByText("They say that AI made it: Example Image Model 3").waitFor();
    await picture(page, "generate-10-details");
  });
});

describe("J1 by vendors' models, which fail in ways of their own", () => {
  const REFUSED = "A fox in the snow";
  const THROTTLED = "A lighthouse in a storm";
  const UNTOLD = "A calm lake at noon";
  const ask = async (page: Page, model: string, prompt: string) => {
    await page.getByRole("combobox", { name: "Model", exact: true }).click();
    await page.getByRole("option", { name: model }).click();
    await page.getByRole("textbox", { name: "Describe the clip" }).fill(prompt);
    await page.getByTestId("generation-price").getByText("credits").waitFor();
    await page.getByRole("button", { name: "Generate clip" }).click();
    await clipsIn(page).filter({ hasText: prompt }).waitFor({ state: "attached" });
  };
  const jobsOf = (vendor: "runway" | "fal", prompt: string) =>
    vendors
      .vendor(vendor)
      .jobs()
      .filter(({ job }) => job.asked.prompt === prompt);

  it("fills what is kept back for a while and what nobody calls back about; what is refused is free (G2, G3, F105, F110)", async () => {
    const runway = vendors.vendor("runway");
    runway.faultFor(REFUSED, "moderated-output");
    runway.faultFor(THROTTLED, "throttled");
    vendors.vendor("fal").faultFor(UNTOLD, "callback-lost");
    const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
    await signIn(page, product.webUrl);
    await page.getByRole("button", { name: "Generate a clip" }).click();
    await page.getByTestId("editor").waitFor();
    await ask(page, "Kling 3 Standard", UNTOLD);
    await ask(page, "Runway Gen-4.5", REFUSED);
    await ask(page, "Runway Gen-4.5", THROTTLED);
    const row = page.getByTestId("generation").filter({ hasText: THROTTLED });
    await row.getByText("The model is making it").waitFor({ timeout: 60_000 });
    await picture(page, "generate-11-at-vendors");

    const filled = (prompt: string) =>
      clipsIn(page)
        .filter({ hasText: prompt })
        .and(page.locator(":not([data-unfilled])"))
        .waitFor({ state: "attached", timeout: 240_000 });
    await filled(THROTTLED);
    await filled(UNTOLD);
    await clipsIn(page).filter({ hasText: REFUSED }).focus();
    await page.keyboard.press("Enter");
    const ending = page.getByTestId("making").getByRole("alert");
    await ending.getByText("The model made a clip that its rules do not let out").waitFor();
    expect(await ending.textContent()).toContain("Your credits are back");
    // One take of the clip that is selected, and nothing of those that were before.
    const takes = await page.getByTestId("take").allTextContents();
    expect(takes).toHaveLength(1);
    expect(takes.join()).toContain("Nothing charged");
    await picture(page, "generate-12-refused");
    expect(jobsOf("runway", THROTTLED)).toMatchObject([{ stage: "succeeded" }]);
    expect(jobsOf("runway", REFUSED)).toMatchObject([{ stage: "failed", billedMicros: 600_000 }]);
    expect(jobsOf("fal", UNTOLD)).toMatchObject([{ stage: "succeeded" }]);
    expect(runway.faultsLeft()).toEqual([]);
    await page.close();
  });
});
