import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@cutroom/contracts";
import { titleClip } from "@cutroom/testkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { demoClient } from "../account.ts";
import { launchBrowser, picture, signIn } from "../browser.ts";
import { must, startExport } from "../by-api.ts";
import { type Product, startProduct } from "../product.ts";

/** A receiver of webhooks whose answer a test sets. */
const receiver = { status: 204, ids: [] as string[] };
const server = createServer((asked, answering) => {
  receiver.ids.push(String(asked.headers["webhook-id"]));
  asked.resume().on("end", () => answering.writeHead(receiver.status).end());
});

let product: Product;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // Exports wait for a worker that the test itself plays.
  product = await startProduct({
    env: { CUTROOM_SAMPLE: "0", WEBHOOK_ALLOW_PRIVATE: "1", FARM_POOLS: "ingest" },
  });
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  server.closeAllConnections();
  server.close();
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

/** A project of one title, and its export, which waits. */
async function waitingExport(name: string): Promise<void> {
  const client = await demoClient(product);
  const project = must(await client.createProject({ body: { name } }));
  const track = Object.values(project.document.tracks).find(({ kind }) => kind === "text");
  const clip = titleClip({ id: "title-1", trackId: track?.id ?? "", durationFlicks: 705_600_000 });
  must(
    await client.patchProject({
      params: { project_id: project.id },
      body: { base_revision: 0, ops: [{ path: ["clips", "title-1"], value: clip }] },
    }),
  );
  await startExport(client, project.id);
}

/** Takes the next export as a worker does, and says that it failed for good. */
async function failNextExport(): Promise<void> {
  const { FARM_TOKEN: token } = JSON.parse(
    readFileSync(join(product.dataDir, "secrets.json"), "utf8"),
  );
  const headers = { authorization: `Bearer ${token}` };
  const farm = createClient({ baseUrl: product.apiUrl, fetch, headers });
  const worker_id = "played-by-a-test";
  const claim = { worker_id, pools: ["render" as const], limit: 1 };
  const step = await vi.waitFor(
    async () => {
      const [taken] = must(await farm.claimNextStep({ body: claim })).steps;
      if (taken === undefined) throw new Error("nothing waits yet");
      return taken;
    },
    { timeout: 30_000, interval: 200 },
  );
  const failure = { code: "RENDER_FAILED", retryable: false, internal: "played" } as const;
  const body = { worker_id, attempt: step.attempt, ...failure };
  must(await farm.failStep({ params: { step_id: step.step_id }, body }));
}

describe("an export that failed", () => {
  it("is tried again by a button, once, and the history names it (C1, I4, F143)", async () => {
    await signIn(page, product.webUrl);
    await waitingExport("Opening titles");
    await page.goto(`${product.webUrl}/exports`);
    const exported = page.getByRole("listitem").filter({ hasText: "Opening titles" });
    await exported.getByText("Waiting for a free machine").waitFor();
    await failNextExport();
    await exported.getByText("Rendering failed.").waitFor();
    expect(await exported.textContent()).toContain("Nothing charged");
    await picture(page, "export-failed");
    await exported.getByRole("button", { name: "Try again" }).click();
    await exported.getByText("Waiting for a free machine").waitFor();
    expect(await exported.count()).toBe(1);
    await failNextExport();
    await exported.getByRole("button", { name: "Try again" }).waitFor();
    await page.goto(`${product.webUrl}/account`);
    const history = page.getByRole("listitem").filter({ hasText: "Export of Opening titles" });
    await history.first().waitFor();
    const told = await history.evaluateAll((lines) =>
      lines.map((line) => line.querySelector("p")?.textContent),
    );
    expect(told).toEqual(["Given back", "Reserved", "Given back", "Reserved"]);
  });

  it("is seen by operators: both success rates, the promise that it broke, and why (O1)", async () => {
    await page.goto(`${product.webUrl}/ops`);
    const levels = page.getByRole("region", { name: "Service levels" });
    await levels.getByText("Why tasks failed").waitFor();
    expect(await levels.getByRole("row", { name: /^Delivered/ }).textContent()).toContain("0%");
    await levels.getByRole("combobox", { name: "Split by" }).click();
    await page.getByRole("option", { name: "Plan" }).click();
    await levels.getByRole("columnheader", { name: "Plan" }).waitFor();
    await picture(page, "ops-levels");
  });
});

describe("the operators' page", () => {
  it("shows a break that the reconciliation finds, whose it is, and closes it with a note (O5, C6)", async () => {
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

describe("the page of webhooks", () => {
  it("adds one, shows its secret once, tries it, sends a message again and removes it (T3, C12)", async () => {
    await page.goto(`${product.webUrl}/webhooks`);
    await page.getByRole("button", { name: "语言" }).click();
    await page.getByRole("menuitemcheckbox", { name: "English" }).click();
    await page.getByText("No webhooks yet").waitFor();
    const address = page.getByRole("textbox", { name: "Address" });
    await address.fill("not an address");
    await page.getByRole("button", { name: "Add webhook" }).click();
    await page.getByText("Give a public https URL").waitFor();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/cutroom`;
    await address.fill(url);
    await page.getByRole("button", { name: "Add webhook" }).click();
    const secret = page.getByRole("textbox", { name: "Signing secret" });
    expect(await secret.inputValue()).toMatch(/^whsec_/);
    await picture(page, "webhooks-secret");
    await page.getByRole("button", { name: "I have copied it" }).click();
    await secret.waitFor({ state: "detached" });

    receiver.status = 503;
    await page.getByRole("button", { name: "Send test" }).click();
    const log = page.getByRole("region", { name: /Messages to/ });
    await log.getByText("HTTP 503").waitFor();
    receiver.status = 204;
    await log.getByRole("button", { name: "Send again" }).click();
    await log.getByText("HTTP 204").waitFor();
    expect(new Set(receiver.ids).size).toBe(1);
    await log.getByRole("button", { name: "Details" }).click();
    await page.getByRole("dialog").getByText('"type": "webhook.test"').waitFor();
    await picture(page, "webhooks-message");
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: `Delete ${url}` }).click();
    await page.getByText("No webhooks yet").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: `Show the messages to ${url}` }).waitFor();
    await picture(page, "webhooks");
  });
});
