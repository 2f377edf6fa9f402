/** What a browser keeps of the product on its device, read from outside of the app. */
import type { Page } from "playwright-core";

export interface KeptOnDevice {
  /** A service worker answers for the page. */
  readonly controlled: boolean;
  /** Paths of pages and of the app's files. */
  readonly paths: readonly string[];
  /** File names of media: proxy.mp4, filmstrip.jpg ... */
  readonly media: readonly string[];
  /** What is kept of the API: bodies by path and query. */
  readonly answers: Readonly<Record<string, string>>;
  /** Ids of the projects whose edits are kept. */
  readonly edited: readonly string[];
}

/**
 * Runs in the page, whose types this package does not know. A store that the app has not made yet
 * is empty, and is not made here: the app would find it without its tables.
 */
const LOOK = `(async () => {
  const allOf = (name, store) => new Promise((resolve) => {
    const opening = indexedDB.open(name);
    opening.onupgradeneeded = () => opening.transaction.abort();
    opening.onerror = () => resolve([]);
    opening.onsuccess = () => {
      const database = opening.result;
      const kept = database.transaction(store).objectStore(store);
      const keys = kept.getAllKeys();
      const values = kept.getAll();
      values.onsuccess = () => {
        database.close();
        resolve(keys.result.map((key, at) => [String(key), values.result[at]]));
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
    media: (await allOf("cutroom-media", "uses")).map(([id]) => id.split("/").at(-1)),
    answers: Object.fromEntries(await allOf("cutroom-answers", "answers")),
    edited: (await allOf("cutroom-editor", "checkpoints")).map(([id]) => id),
  };
})()`;

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
