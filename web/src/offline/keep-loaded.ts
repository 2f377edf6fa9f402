/** What a page had asked for before there was a worker to keep it. */
import { mediaIdentity } from "./media-identity.ts";
import { watchLoaded } from "./loaded-by-worker.ts";
import { findKept, isAppFile, keepAnswer } from "./page-shelf.ts";

/** A browser remembers 250 by itself; an editor with a full bin loads more. */
const REMEMBERED = 2_000;
const BYTE = { mode: "cors", credentials: "omit", headers: { range: "bytes=0-0" } } as const;

async function untilControlled(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller !== null) return;
  await new Promise((resolve) => {
    serviceWorker.addEventListener("controllerchange", resolve, { once: true });
  });
}

/**
 * Files of the app are fetched once more; the worker has the scripts by itself. Media is asked for
 * a byte, upon which the worker fetches all of it a moment later.
 */
async function keep({ href, origin, pathname }: URL): Promise<void> {
  if (origin === location.origin) {
    const isMissed = isAppFile(pathname) && !pathname.startsWith("/_next/static/chunks/");
    if (!isMissed || (await findKept(pathname)) !== null) return;
    await keepAnswer(pathname, await fetch(pathname));
  } else if (mediaIdentity(href) !== null) await fetch(href, BYTE);
}

/**
 * To be called before much is loaded. What was under way when the worker took over is reported by
 * the browser only when it has arrived, so the watch goes on as long as the page.
 */
export async function keepLoaded(): Promise<void> {
  performance.setResourceTimingBufferSize(REMEMBERED);
  const done = new Set<string>();
  const controlled = untilControlled();
  let queue: Promise<void> = controlled;
  const keepOnce = (address: string) => {
    const url = new URL(address);
    const id = mediaIdentity(address) ?? url.pathname;
    if (done.has(id)) return;
    done.add(id);
    queue = queue.then(() => keep(url)).catch(() => undefined);
  };
  watchLoaded(keepOnce);
  await controlled;
  const controlledAtMs = performance.now();
  const watch = new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      if (startTime <= controlledAtMs) keepOnce(name);
    }
  });
  watch.observe({ type: "resource", buffered: true });
}
