/**
 * Pages and the app's own files in the browser's cache, one cache for each version. The page
 * before an update still runs on its own files, so the version before is kept with the newest.
 */
const PREFIX = "cutroom-app-";
const KEPT_VERSIONS = 2;
const KEPT_PROJECTS = 40;

const PAGES = /^\/(?:(?:library|templates|exports|account|webhooks)(?:\/.*)?|projects\/[^/]+)?$/;
const PROJECT = /^\/projects\/[^/]+$/;
const FILES = /^\/(?:_next\/static|vendor|icons)\/|^\/(?:icon\.svg|manifest\.webmanifest)$/;

/** A page that works without the server, given what this browser knows. */
export function isAppPage(path: string): boolean {
  return PAGES.test(path);
}

/** A file of the app, which is the same for everybody. */
export function isAppFile(path: string): boolean {
  return FILES.test(path);
}

export function cacheNameOf(version: string): string {
  return `${PREFIX}${version}`;
}

/** Oldest first. */
async function versions(): Promise<readonly string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
}

/** The kept answer of the newest version that has one. */
export async function findKept(path: string): Promise<Response | null> {
  for (const name of (await versions()).toReversed()) {
    const found = await (await caches.open(name)).match(path, { ignoreVary: true });
    if (found !== undefined) return found;
  }
  return null;
}

/** Keeps what the server has just answered, with the newest version: that is what it serves. */
export async function keepAnswer(path: string, answer: Response): Promise<void> {
  const newest = (await versions()).at(-1);
  if (newest === undefined || answer.status !== 200 || answer.redirected) return;
  const cache = await caches.open(newest);
  await cache.put(path, answer);
  const projects = (await cache.keys()).filter(({ url }) => PROJECT.test(new URL(url).pathname));
  const surplus = projects.slice(0, Math.max(0, projects.length - KEPT_PROJECTS));
  await Promise.all(surplus.map((request) => cache.delete(request)));
}

/** The pages that some version has; for taking them over into the next. */
export async function keptPages(): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const name of await versions()) {
    for (const { url } of await (await caches.open(name)).keys()) {
      const { pathname } = new URL(url);
      if (isAppPage(pathname)) found.add(pathname);
    }
  }
  return [...found];
}

/** Lets the versions go that no page can be running on any more. */
export async function dropOldVersions(): Promise<void> {
  const old = (await versions()).slice(0, -KEPT_VERSIONS);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** For signing out: which projects somebody has opened is nobody else's business. */
export async function forgetProjects(): Promise<void> {
  for (const name of await versions()) {
    const cache = await caches.open(name);
    const keys = await cache.keys();
    const projects = keys.filter(({ url }) => PROJECT.test(new URL(url).pathname));
    await Promise.all(projects.map((request) => cache.delete(request)));
  }
}
