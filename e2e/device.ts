/** What a browser keeps of the product on its device, read from outside of the app. */
import type { Page } from "playwright-core";

export interface KeptOnDevice {
  /** A service worker answers for the page. */
  readonly controlled: boolean;
  /** Paths of pages and of the app's files. */
  readonly paths: readonly string[];
  /** File names of media: proxy.mp4, filmstrip.jpg ... */
  readonly media: readonly string[];
  /** What is kept of the API, by path. */
  readonly answers: readonly string[];
}

/** Runs in the page, whose types this package does not know. */
const LOOK = `(async () => {
  const keysOf = (name, store) => new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(new Error("no " + name));
    opening.onsuccess = () => {
      const database = opening.result;
      const asked = database.transaction(store).objectStore(store).getAllKeys();
      asked.onsuccess = () => {
        database.close();
        resolve(asked.result.map(String));
      };
    };
  });
  const paths = [];
  for (const name of await caches.keys()) {
    const kept = await (await caches.open(name)).keys();
    paths.push(...kept.map(({ url }) => new URL(url).pathname));
  }
  return {
    controlled: navigator.serviceWorker.controller !== null,
    paths,
    media: (await keysOf("cutroom-media", "uses")).map((id) => id.split("/").at(-1)),
    answers: await keysOf("cutroom-answers", "answers"),
  };
})()`;

/** For a page that has been open for a while: its stores exist. */
export function keptOnDevice(page: Page): Promise<KeptOnDevice> {
  return page.evaluate<KeptOnDevice>(LOOK);
}

/** What Chromium says against installing the page; empty when it offers it. */
export async function installabilityErrors(page: Page): Promise<readonly string[]> {
  const client = await page.context().newCDPSession(page);
  const manifest = await client.send("Page.getAppManifest");
  const { installabilityErrors: found } = await client.send("Page.getInstallabilityErrors");
  await client.detach();
  return [
    ...(manifest.data === undefined ? ["no manifest"] : []),
    ...manifest.errors.map(({ message }) => message),
    ...found.map(({ errorId }) => errorId),
  ];
}
