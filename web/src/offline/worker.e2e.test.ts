import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bundleWorker } from "../../scripts/bundle-worker.ts";
import { type Served, openChromium, serveFiles } from "../engine/testing/bench.ts";

const PROXY = "tenant_a/steps/step_1/1/proxy.mp4";
/** As the store knows it: only this link is good. */
const SIGNED = `${PROXY}?signature=a`;
const BYTES = Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 251));

let folder: string;
let browser: Browser;
let store: Served;
let app: Server;
let context: BrowserContext;
let page: Page;
/** What the app's server has now: one script per version, as a new build brings its own. */
let version = "1";
const origin = () => `http://localhost:${(app.address() as AddressInfo).port}`;

async function answer(path: string): Promise<{ type: string; body: string | Buffer } | null> {
  if (path === "/sw.js") {
    return { type: "text/javascript", body: await readFile(join(folder, version, "sw.js")) };
  }
  if (path === `/_next/static/chunks/${version}.js`) {
    return { type: "text/javascript", body: `script ${version}` };
  }
  if (path === "/_next/static/chunks/worker.js") {
    return { type: "text/javascript", body: "postMessage(location.href)" };
  }
  const isPage = path === "/" || /^\/(?:projects|s)\/\w+$/.test(path);
  return isPage ? { type: "text/html", body: `<p>${path} of version ${version}</p>` } : null;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cutroom-worker-"));
  for (const of of ["1", "2"]) {
    const files = [`/_next/static/chunks/${of}.js`];
    await bundleWorker({ files, version: of, outDir: join(folder, of) });
  }
  await mkdir(join(folder, "store", PROXY, ".."), { recursive: true });
  await writeFile(join(folder, "store", SIGNED), BYTES);
  store = await serveFiles([join(folder, "store")]);
  app = createServer(async (request, response) => {
    const found = await answer(new URL(request.url ?? "/", origin()).pathname);
    response.writeHead(found === null ? 404 : 200, { "content-type": found?.type ?? "text/plain" });
    response.end(found?.body);
  });
  await new Promise<void>((resolve) => app.listen(0, "localhost", resolve));
  browser = await openChromium();
});
afterAll(async () => {
  await browser?.close();
  app?.close();
  await store?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  version = "1";
  context = await browser.newContext();
  page = await context.newPage();
  await page.goto(origin());
  await page.evaluate(`navigator.serviceWorker.register("/sw.js")`);
  await page.waitForFunction("navigator.serviceWorker.controller !== null");
});
afterEach(() => context.close());

const text = () => page.locator("p").innerText();
const fetched = (url: string, range?: string) =>
  page.evaluate(
    async ([from, asked]) => {
      const headers = asked === undefined ? {} : { range: asked };
      const got = await fetch(from ?? "", { headers });
      return { status: got.status, body: await got.text(), span: got.headers.get("content-range") };
    },
    [url, range],
  );

describe("the service worker", () => {
  it("opens what was opened before without a network, and tells of what was not", async () => {
    await page.goto(`${origin()}/projects/seen`);
    await page.goto(`${origin()}/s/share`);
    await context.setOffline(true);
    await page.goto(`${origin()}/projects/seen?panel=generate`);
    expect(await text()).toBe("/projects/seen of version 1");
    expect((await fetched("/_next/static/chunks/1.js")).body).toBe("script 1");
    await page.goto(`${origin()}/projects/other`);
    expect(new URL(page.url()).search).toBe("?away=%2Fprojects%2Fother");
    expect(await text()).toBe("/ of version 1");
    await expect(page.goto(`${origin()}/s/share`)).rejects.toThrow("ERR_");
  });

  it("leaves a worker the parameters in its address, from the network and from the device", async () => {
    const address = `${origin()}/_next/static/chunks/worker.js#params=7`;
    const start = `new Promise((tell, fail) => {
      const worker = new Worker("${address}");
      worker.onmessage = ({ data }) => tell(data);
      worker.onerror = () => fail(new Error("it did not start"));
    })`;
    expect(await page.evaluate(start)).toBe(address);
    await expect
      .poll(() => page.evaluate(`caches.match("${address}").then((kept) => kept?.ok)`))
      .toBe(true);
    await context.setOffline(true);
    expect(await page.evaluate(start)).toBe(address);
  });

  it("answers ranges of media from the device, under any later link", async () => {
    expect((await fetched(`${store.url}/${SIGNED}`, "bytes=10-19")).status).toBe(206);
    // Read in parts once, it is fetched whole a moment later.
    await expect.poll(() => store.requests.length, { timeout: 30_000 }).toBe(2);
    await context.setOffline(true);
    const again = () => fetched(`${store.url}/${PROXY}?signature=b`, "bytes=4990-");
    await expect
      .poll(() => again().catch(() => null), { timeout: 15_000 })
      .toMatchObject({
        status: 206,
        span: "bytes 4990-4999/5000",
        body: BYTES.subarray(4_990).toString(),
      });
    expect(store.requests).toHaveLength(2);
  });

  it("lets a new version wait until it is asked for, and the page before keeps its files", async () => {
    await page.goto(`${origin()}/projects/seen`);
    version = "2";
    await page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())");
    const waiting = "navigator.serviceWorker.getRegistration().then((one) => one.waiting !== null)";
    await expect.poll(() => page.evaluate(waiting), { timeout: 15_000 }).toBe(true);
    expect(await text()).toBe("/projects/seen of version 1");
    expect((await fetched("/_next/static/chunks/1.js")).body).toBe("script 1");

    await page.evaluate(`navigator.serviceWorker.getRegistration().then((one) => new Promise((done) => {
      navigator.serviceWorker.addEventListener("controllerchange", done);
      one.waiting.postMessage("update");
    })).then(() => undefined)`);
    expect(await text()).toBe("/projects/seen of version 1");
    expect((await fetched("/_next/static/chunks/1.js")).body).toBe("script 1");
    await context.setOffline(true);
    await page.reload();
    expect(await text()).toBe("/projects/seen of version 2");
    expect((await fetched("/_next/static/chunks/2.js")).body).toBe("script 2");
  });
});
