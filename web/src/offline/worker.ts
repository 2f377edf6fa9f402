/**
 * The service worker: the app opens without a network, and media is read from this device once
 * it has been here. It answers for pages, for the app's files and for derived media; calls of the
 * API never pass through it. `scripts/build-worker.ts` makes `public/sw.js` of it.
 */
import { createMediaAnswer } from "./answer-media.ts";
import { mediaIdentity } from "./media-identity.ts";
import { openMediaShelf } from "./media-shelf.ts";
import {
  cacheNameOf,
  dropOldVersions,
  findKept,
  isAppFile,
  isAppPage,
  keepAnswer,
  keptPages,
} from "./page-shelf.ts";

/** Told by the build: the files of the app, and one word that changes when any of it does. */
declare const APP_FILES: readonly string[];
declare const APP_VERSION: string;

interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends LifeEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
/** What the library of types for pages does not know of a worker. */
interface Scope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", run: (event: LifeEvent) => void): void;
  addEventListener(type: "fetch", run: (event: FetchEvent) => void): void;
  addEventListener(type: "message", run: (event: MessageEvent<unknown>) => void): void;
}
const scope = self as unknown as Scope;

/** A network that does not answer for this long counts as none, where a kept page can stand in. */
const PATIENCE_MS = 5_000;
const DOWN: ReadonlySet<number> = new Set([502, 503, 504]);

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const answerMedia = createMediaAnswer({
  shelf: openMediaShelf(),
  fetch: (target, init) => fetch(target, init),
  pause,
});

async function install(): Promise<void> {
  const before = await keptPages();
  const cache = await caches.open(cacheNameOf(APP_VERSION));
  await cache.addAll([...APP_FILES, "/"]);
  // Projects that could be opened before the update can be after it.
  await Promise.allSettled(before.filter((path) => path !== "/").map((path) => cache.add(path)));
}

async function activate(): Promise<void> {
  await scope.registration.navigationPreload?.enable();
  await dropOldVersions();
  await scope.clients.claim();
}

async function pageOf(event: FetchEvent): Promise<Response> {
  return (await event.preloadResponse) ?? fetch(event.request);
}

async function answerPage(event: FetchEvent): Promise<Response> {
  const { pathname, search } = new URL(event.request.url);
  const fromNetwork = async () => {
    const answer = await pageOf(event);
    if (search === "") event.waitUntil(keepAnswer(pathname, answer.clone()));
    return answer;
  };
  const kept = await findKept(pathname);
  if (kept === null) {
    // Whoever asked is told why they are not where they wanted to be.
    const away = `/?away=${encodeURIComponent(pathname)}`;
    return fromNetwork().catch(() => Response.redirect(away, 302));
  }
  const answer = await Promise.race([fromNetwork().catch(() => kept), pause(PATIENCE_MS)]);
  return answer === undefined || DOWN.has(answer.status) ? kept : answer;
}

/**
 * A worker takes its place from its answer, which knows no fragment, and reads its parameters from
 * the fragment. An answer without an address gets that of the request, fragment and all (Fetch
 * Standard, "main fetch").
 */
function asAsked(request: Request, answer: Response): Response {
  const isWorker = request.destination === "worker" || request.destination === "sharedworker";
  return isWorker ? new Response(answer.body, answer) : answer;
}

async function answerFile(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url);
  const kept = await findKept(pathname);
  if (kept !== null) return asAsked(event.request, kept);
  const answer = await fetch(event.request);
  event.waitUntil(keepAnswer(pathname, answer.clone()));
  return asAsked(event.request, answer);
}

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("message", ({ data }) => {
  if (data === "update") void scope.skipWaiting();
});
scope.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET") return;
  const { origin, pathname } = new URL(url);
  if (origin === scope.location.origin) {
    if (mode === "navigate") {
      event.respondWith(isAppPage(pathname) ? answerPage(event) : pageOf(event));
    } else if (isAppFile(pathname)) event.respondWith(answerFile(event));
    return;
  }
  const id = mediaIdentity(url);
  if (id === null) return;
  const later = (work: Promise<unknown>) => event.waitUntil(work);
  event.respondWith(answerMedia({ id, request: event.request, later }));
});
