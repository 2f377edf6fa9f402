/** What a page had loaded before there was a worker to keep it. */
import { mediaIdentity } from "./media-identity.ts";
import { isAppFile, keepAnswer } from "./page-shelf.ts";

/** A browser remembers 250 by itself; an editor with a full bin loads more. */
const REMEMBERED = 2_000;

/** Before much is loaded. */
export function rememberLoaded(): void {
  performance.setResourceTimingBufferSize(REMEMBERED);
}

const loaded = () => performance.getEntriesByType("resource").map(({ name }) => new URL(name));

/** Fonts, titles, the engine; the worker has the scripts by itself. */
export async function keepLoadedFiles(): Promise<void> {
  const paths = loaded()
    .filter(({ origin }) => origin === location.origin)
    .map((url) => url.pathname);
  const missed = [...new Set(paths)].filter(
    (path) => isAppFile(path) && !path.startsWith("/_next/static/chunks/"),
  );
  await Promise.allSettled(missed.map(async (path) => keepAnswer(path, await fetch(path))));
}

async function untilControlled(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller !== null) return;
  await new Promise((resolve) => {
    serviceWorker.addEventListener("controllerchange", resolve, { once: true });
  });
}

/** Asks for a byte of each piece of media, upon which the worker fetches all of it a moment later. */
export async function keepLoadedMedia(): Promise<void> {
  await untilControlled();
  const links = new Map<string, string>();
  for (const { href } of loaded()) {
    const id = mediaIdentity(href);
    if (id !== null) links.set(id, href);
  }
  for (const link of links.values()) {
    const byte = { mode: "cors", credentials: "omit", headers: { range: "bytes=0-0" } } as const;
    await fetch(link, byte).catch(() => undefined);
  }
}
