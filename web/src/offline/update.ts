/** A newer version of the app waits until somebody asks for it. */
const LOOK_EVERY_MS = 3_600_000;

/** Calls `onWaiting` with each worker that is installed and waits behind the one at work. */
function watchWaiting(
  registration: ServiceWorkerRegistration,
  onWaiting: (worker: ServiceWorker) => void,
): void {
  const tell = () => {
    const { waiting } = registration;
    if (waiting !== null && navigator.serviceWorker.controller !== null) onWaiting(waiting);
  };
  tell();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", tell);
  });
}

/** Registers the worker and looks for updates now and then; resolves when one is at work. */
export async function startWorker(onWaiting: (worker: ServiceWorker) => void): Promise<void> {
  const registration = await navigator.serviceWorker.register("/sw.js");
  watchWaiting(registration, onWaiting);
  setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY_MS);
  await navigator.serviceWorker.ready;
}

/**
 * Lets the new version take over and loads the page in it. The browser asks before it leaves a
 * page with unsaved work; other tabs go on with their files until they are loaded again.
 */
export function takeUpdate(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), {
    once: true,
  });
  worker.postMessage("update", []);
}
