import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { launchBrowser, picture, signIn } from "../browser.ts";
import { type Product, startProduct } from "../product.ts";

let product: Product;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  product = await startProduct({ env: { CUTROOM_SAMPLE: "0" } });
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

/** The day's own run: after it none comes between what a person does and what they see. */
async function untilDayIsReconciled(): Promise<void> {
  await vi.waitFor(
    async () => {
      const answer = await page.request.get(`${product.apiUrl}/v1/ops/reconciliation-runs`);
      expect(await answer.text()).toMatch(
        /"asked_by":"schedule","started_at":"[^"]+","finished_at":"/,
      );
    },
    { timeout: 150_000, interval: 500 },
  );
}

const row = (kind: string) => page.getByRole("row").filter({ hasText: kind });

describe("the operators' page", () => {
  it("shows a break that the reconciliation finds, whose it is, and closes it with a note (O5, C6)", async () => {
    await signIn(page, product.webUrl);
    await untilDayIsReconciled();
    await page.goto(`${product.webUrl}/ops`);
    await page.getByText("Everything agrees").waitFor();
    const imported = await page.request.post(`${product.apiUrl}/v1/ops/vendor-invoices`, {
      headers: { origin: product.webUrl },
      data: {
        vendor: "acme",
        invoice_id: "2026-10",
        lines: [
          {
            line_id: "1",
            vendor_job_id: "job-7",
            amount_micros: 1_250_000,
            currency: "USD",
            charged_at: "2026-10-01T00:00:00Z",
          },
        ],
      },
    });
    expect(imported.status()).toBe(200);
    await page.getByRole("button", { name: "Reconcile now" }).click();
    const found = row("Invoice differs");
    await found.waitFor();
    expect(await found.textContent()).toContain("$1.25");
    expect(await found.textContent()).toContain("Nobody");
    await picture(page, "ops-found");
    await found.getByRole("button", { name: "Take" }).click();
    await found.getByText("demo@cutroom.local").waitFor();
    await found.getByRole("button", { name: "Resolve" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Note").fill("The vendor was told: nobody asked for this job.");
    await picture(page, "ops-resolve");
    await dialog.getByRole("button", { name: "Resolve" }).click();
    await page.getByText("Everything agrees").waitFor();
    await page.getByRole("combobox", { name: "Breaks" }).click();
    await page.getByRole("option", { name: "Resolved" }).click();
    await row("Invoice differs").getByText("demo@cutroom.local").waitFor();
    await picture(page, "ops-resolved");
  });

  it("reads in Chinese as well", async () => {
    await page.goto(`${product.webUrl}/account`);
    await page.getByText("Monthly credits", { exact: true }).waitFor();
    await picture(page, "account-credits");
    await page.getByRole("button", { name: "Language" }).click();
    await page.getByRole("menuitemcheckbox", { name: "简体中文" }).click();
    await page.getByText("每月点数", { exact: true }).waitFor();
    await page.goto(`${product.webUrl}/ops`);
    await page.getByRole("heading", { name: "对账差异" }).waitFor();
    await picture(page, "ops-chinese");
    expect(await page.locator("html").getAttribute("lang")).toMatch(/^zh/);
  });

  it("is not there for anybody else (T2)", async () => {
    const context = await browser.newContext();
    const made = await context.request.post(`${product.apiUrl}/auth/sign-up/email`, {
      headers: { origin: product.webUrl },
      data: { name: "Ada", email: "ada@example.com", password: "correct horse" },
    });
    expect(made.status()).toBe(200);
    const other = await context.newPage();
    await other.goto(`${product.webUrl}/ops`);
    await other.getByText("There is nothing at this address").waitFor();
    expect(await other.getByText("Breaks").count()).toBe(0);
    await context.close();
  });
});
