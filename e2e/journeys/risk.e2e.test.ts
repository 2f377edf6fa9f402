import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Client, createClient } from "@cutroom/contracts";
import { titleClip } from "@cutroom/testkit";
import { mediaClipFrom } from "@cutroom/timeline";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { launchBrowser, picture, signIn } from "../browser.ts";
import { announce, must, startExport, untilEnded } from "../by-api.ts";
import { type Product, startProduct } from "../product.ts";

const ADA = { name: "Ada Lovelace", email: "ada@example.com", password: "correct horse" };
const WAIT_MS = 60_000;

const FILM = readFileSync(fileURLToPath(new URL("../fixtures/baseline.mp4", import.meta.url)));
/** An empty box: the same film as another content. */
const NOTHING = Buffer.from([0, 0, 0, 8, ...Buffer.from("free")]);

let product: Product;
let browser: Browser;
/** The operator's page, and that of a person who signed up. */
let operator: Page;
let person: Page;
let ada: Client;
let projectId: string;

async function signUp(): Promise<string> {
  const answer = await fetch(`${product.apiUrl}/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: product.webUrl },
    body: JSON.stringify(ADA),
  });
  return (answer.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
}

async function makeProject(client: Client): Promise<string> {
  const project = must(await client.createProject({ body: { name: "Titles" } }));
  const track = Object.values(project.document.tracks).find(({ kind }) => kind === "text");
  const clip = titleClip({ id: "title-1", trackId: track?.id ?? "", durationFlicks: 705_600_000 });
  must(
    await client.patchProject({
      params: { project_id: project.id },
      body: { base_revision: 0, ops: [{ path: ["clips", "title-1"], value: clip }] },
    }),
  );
  return project.id;
}

const submitWords = (prompt: string) =>
  ada.createGeneration({
    body: { prompt, seed: 1, duration_ms: 4_000 },
    idempotencyKey: crypto.randomUUID(),
  });

beforeAll(async () => {
  product = await startProduct({ env: { CUTROOM_SAMPLE: "0" } });
  browser = await launchBrowser();
  const cookie = await signUp();
  ada = createClient({
    baseUrl: product.apiUrl,
    fetch,
    headers: { cookie, origin: product.webUrl },
  });
  projectId = await makeProject(ada);
  await untilEnded(ada, await startExport(ada, projectId));
  operator = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await signIn(operator, product.webUrl);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: product.apiUrl, httpOnly: true, sameSite: "Lax" }]);
  person = await context.newPage();
  await person.goto(product.webUrl);
  await person.getByTestId("file-input").first().waitFor({ state: "attached", timeout: WAIT_MS });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const banner = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

/** Uploads a film, waits until it can be edited, and exports it as it is; its public link. */
async function shareFilm(name: string, bytes: Buffer): Promise<string> {
  const film = await announce(ada, bytes, name);
  await film.send();
  await untilEnded(ada, await film.complete());
  const asset = must(await ada.getAsset({ params: { asset_id: film.assetId } }));
  if (asset.facts === null) throw new Error("it was not prepared");
  const project = must(await ada.createProject({ body: { name } }));
  const { rate } = project.document.settings;
  const clip = mediaClipFrom(
    { assetId: asset.id, name, checksum: asset.checksum ?? "", facts: asset.facts },
    { id: "clip-1", trackId: "video-1", startFlicks: 0, rate },
  );
  const params = { project_id: project.id };
  const ops = [{ path: ["clips", "clip-1"], value: must(clip) }];
  must(await ada.patchProject({ params, body: { base_revision: 0, ops } }));
  const taskId = await startExport(ada, project.id);
  await untilEnded(ada, taskId);
  return must(await ada.createShare({ body: { task_id: taskId } })).url;
}

describe("a film that a person has to look at before it is shared", () => {
  it("waits in the library and on its public page, is appealed for, and opens with one key of a moderator (G5)", async () => {
    const url = await shareFilm("holiday_nudes.mp4", FILM);
    const visitor = await browser.newPage();
    await visitor.goto(url);
    await visitor.getByRole("heading", { name: "This video is being reviewed" }).waitFor();
    expect(await visitor.locator("video").count()).toBe(0);
    await picture(visitor, "review-1-share");
    await person.goto(`${product.webUrl}/exports`);
    await person.getByRole("button", { name: "Share" }).first().click();
    await person.getByText("Its page opens to others once").waitFor({ timeout: WAIT_MS });
    await person.goto(`${product.webUrl}/library`);
    await person.getByText("Waits for review").first().waitFor({ timeout: WAIT_MS });
    await person.getByRole("button", { name: /Details of holiday_nudes/ }).click();
    await person.getByText("A person looks at it").waitFor();
    await operator.goto(`${product.webUrl}/ops/reviews`);
    await operator
      .getByRole("heading", { name: "holiday_nudes.mp4" })
      .waitFor({ timeout: WAIT_MS });
    await operator.getByLabel("Note", { exact: true }).fill("Its name says what it is.");
    await operator.getByRole("button", { name: "Reject" }).click();
    await person.getByText("The reviewer says: Its name says").waitFor({ timeout: WAIT_MS });
    await person.getByRole("button", { name: "Appeal" }).click();
    await person.getByLabel("Why may it be shared?").fill("It shows coloured bars, see yourself.");
    await picture(person, "review-4-appeal");
    await person.getByRole("button", { name: "Send appeal" }).click();
    await person.getByText("Your appeal waits for a person.").waitFor({ timeout: WAIT_MS });
    await visitor.goto(url);
    await visitor.getByRole("heading", { name: "This video is being reviewed" }).waitFor();
    await operator.goto(`${product.webUrl}/ops/reviews`);
    await operator
      .getByText("The owner says: It shows coloured bars")
      .waitFor({ timeout: WAIT_MS });
    await operator.getByRole("button", { name: "Show evidence" }).click();
    await operator.getByText(/more questions today/u).waitFor({ timeout: WAIT_MS });
    expect(await operator.getByText("There is no evidence of this review.").count()).toBe(0);
    await picture(operator, "review-5-appealed");
    await operator.keyboard.press("a");
    await operator.getByText("“holiday_nudes.mp4” may be shared.").waitFor({ timeout: WAIT_MS });
    await operator.getByText("Nothing waits for review").waitFor({ timeout: WAIT_MS });
    await person.getByText("was reviewed and may be shared").waitFor({ timeout: WAIT_MS });
    await person.getByText("Your appeal was granted").waitFor({ timeout: WAIT_MS });
    await picture(person, "review-6-told");
    // The page looks again by itself.
    await visitor.getByRole("heading", { name: "holiday_nudes.mp4" }).waitFor({ timeout: WAIT_MS });
    await visitor.close();
    await person.goto(product.webUrl);
  });

  it("opens by itself when a model finds nothing in it (G5)", async () => {
    const url = await shareFilm("pictures-of-a-test.mp4", Buffer.concat([FILM, NOTHING]));
    const visitor = await browser.newPage();
    await visitor.goto(url);
    await visitor
      .getByRole("heading", { name: "pictures-of-a-test.mp4" })
      .waitFor({ timeout: WAIT_MS });
    expect(await visitor.locator("video").count()).toBe(1);
    await visitor.close();
  });

  it("is judged by a policy that an operator tries first, and none gets traffic without its capacity (G6)", async () => {
    await operator.goto(`${product.webUrl}/ops/models`);
    await operator.getByText("Make another version first.").waitFor({ timeout: WAIT_MS });
    await operator.getByText("Another version", { exact: true }).click();
    await operator.getByLabel("Version", { exact: true }).fill("strict");
    await operator.getByLabel("Reason").first().fill("Fewer misses.");
    await operator.getByRole("button", { name: "Keep this version" }).click();
    await operator.getByRole("button", { name: "Begin a rollout" }).waitFor({ timeout: WAIT_MS });
    await operator.getByLabel("Contents a second").fill("0.1");
    await operator.getByLabel("Reason").last().fill("To be tried.");
    await operator.getByRole("button", { name: "Begin a rollout" }).click();
    const reason = operator.getByLabel("Reason").last();
    await operator.getByText("No traffic", { exact: true }).waitFor({ timeout: WAIT_MS });
    await reason.fill("As planned.");
    await operator.getByRole("button", { name: "Only try it" }).click();
    await operator.getByText(/There is no capacity matrix/u).waitFor({ timeout: WAIT_MS });
    await operator.getByRole("button", { name: "Compute capacity" }).click();
    await operator.getByText("Piled up in 10 minutes").waitFor({ timeout: WAIT_MS });
    await reason.fill("As planned.");
    await operator.getByRole("button", { name: "Only try it" }).click();
    const share = operator.getByText("100 % of the traffic");
    await share.waitFor({ timeout: WAIT_MS });
    expect(await share.count()).toBe(1);
    await picture(operator, "review-7-models");
  });

  it("gives it a part of the traffic, promotes nothing that was not measured, and takes it back (G6)", async () => {
    const move = async (name: string, why: string) => {
      await operator.getByLabel("Reason").last().fill(why);
      await operator.getByRole("button", { name }).click();
    };
    await operator.getByRole("combobox", { name: "Part of a canary" }).click();
    await operator.getByRole("option", { name: "50 %" }).click();
    await move("Begin a canary", "It did well when it was tried.");
    await operator.getByText("50 % of the traffic").waitFor({ timeout: WAIT_MS });
    await move("Promote", "Looks good.");
    await operator.getByText(/was not measured on a labelled set/u).waitFor({ timeout: WAIT_MS });
    expect(await operator.getByText("Decides for a part", { exact: true }).count()).toBe(1);
    await move("Take back", "To be measured first.");
    await operator.getByText("The version before decides again.").waitFor({ timeout: WAIT_MS });
  });
});

describe("limits of an account, from both sides", () => {
  it("whoever sends words against the rules again and again confirms that a person is there (C4)", async () => {
    for (let sent = 0; sent < 20; sent += 1) {
      expect(await submitWords(`a nude figure ${sent}`)).toMatchObject({
        failure: { code: "prompt.refused" },
      });
    }
    const refused = await submitWords("a calm sea");
    expect(refused).toMatchObject({ ok: false, failure: { code: "risk.review", status: 403 } });
    await person.reload();
    await banner(person, "confirm that a person is at work").waitFor({ timeout: WAIT_MS });
    await picture(person, "risk-1-confirm-banner");
    await person.getByRole("link", { name: "Confirm now" }).click();
    await person.getByRole("button", { name: "Confirm that I am a person" }).waitFor();
    await picture(person, "risk-2-grey-account");
    await person.getByRole("button", { name: "Confirm that I am a person" }).click();
    await banner(person, "confirm that a person is at work").waitFor({
      state: "detached",
      timeout: 2 * WAIT_MS,
    });
    // A free workspace has one thing under way.
    await untilEnded(ada, must(await submitWords("a calm sea")).task_id);
  });

  it("an operator sees what somebody costs and stops it; the person appeals and is answered (C4, C6)", async () => {
    await operator.goto(`${product.webUrl}/ops`);
    await operator.getByRole("link", { name: "Risk and costs by person" }).click();
    const row = operator.getByRole("row").filter({ hasText: ADA.email });
    await row.getByRole("button", { name: "Open" }).click();
    await operator.getByText("Challenge solved").waitFor({ timeout: WAIT_MS });
    await operator.getByLabel("Reason or answer").fill("Costs of a thousand people");
    await picture(operator, "risk-3-ops-dialog");
    await operator.getByRole("button", { name: "Freeze" }).click();
    await operator.getByText("Paid work is stopped.").waitFor({ timeout: WAIT_MS });
    expect(await submitWords("a calm sea")).toMatchObject({ failure: { code: "risk.frozen" } });

    await person.goto(product.webUrl);
    await banner(person, "Paid work is stopped").waitFor({ timeout: WAIT_MS });
    await person.getByRole("link", { name: "See why and appeal" }).click();
    await person.getByLabel("What should we know?").fill("These are clips for my course.");
    await picture(person, "risk-4-frozen-account");
    await person.getByRole("button", { name: "Send appeal" }).click();
    await person.getByText("Waiting for an answer").waitFor({ timeout: WAIT_MS });

    await operator.goto(`${product.webUrl}/ops/risk`);
    await operator.getByRole("cell", { name: "Waits" }).waitFor({ timeout: WAIT_MS });
    await picture(operator, "risk-5-ops-page");
    await row.first().getByRole("button", { name: "Open" }).click();
    await operator.getByText("These are clips for my course.").first().waitFor();
    await operator.getByLabel("Reason or answer").fill("Thank you, go on");
    await operator.getByRole("button", { name: "Grant the appeal" }).click();
    await operator.getByText("Granted and lifted.").waitFor({ timeout: WAIT_MS });
    await picture(operator, "risk-6-ops-granted");

    await person.reload();
    await person.getByText("Answer: Thank you, go on").waitFor({ timeout: WAIT_MS });
    await picture(person, "risk-7-answered");
    await startExport(ada, projectId);
  });

  it("its owner reads and downloads what work was charged and has cost (C6, T3)", async () => {
    await vi.waitFor(
      async () => {
        const { rows } = must(await ada.listUsageCost({ query: { by: "day" } }));
        expect(rows[0]?.costs).toHaveLength(1);
      },
      { timeout: 150_000, interval: 1_000 },
    );
    await person.getByRole("link", { name: "Usage and cost report" }).click();
    await person.getByRole("columnheader", { name: "Rendering" }).waitFor({ timeout: WAIT_MS });
    await picture(person, "risk-8-costs");
    const download = person.waitForEvent("download");
    await person.getByRole("button", { name: "Download CSV" }).click();
    const text = readFileSync(await (await download).path(), "utf8");
    expect(text).toContain("Ada Lovelace,export,");
    expect(text.charAt(0)).toBe("\uFEFF");
  });

  it("says all of it in Chinese, too", async () => {
    const state = await person.context().storageState();
    const chinese = await browser.newContext({
      locale: "zh-CN",
      storageState: { ...state, origins: [] },
      viewport: { width: 1280, height: 900 },
    });
    const page = await chinese.newPage();
    await page.goto(`${product.webUrl}/account/costs`);
    await page.getByRole("columnheader", { name: "渲染" }).waitFor({ timeout: WAIT_MS });
    await picture(page, "risk-9-costs-zh");
    await page.goto(`${product.webUrl}/account`);
    await page.getByText("答复：Thank you, go on").waitFor({ timeout: WAIT_MS });
    await picture(page, "risk-10-account-zh");
    expect(await page.getAttribute("html", "lang")).toContain("zh");
  });
});
