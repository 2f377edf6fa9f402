/**
 * What the app's own workers have fetched. A browser reports to a page what the page loaded, not
 * what its workers did, and a worker that was started before the service worker stays outside of
 * it for life: its files would be missing on this device.
 */
const CHANNEL = "cutroom-loaded-by-worker";

/** Tells the page that watches over loaded files; to be called in a worker, or for one. */
export function tellLoaded(url: string): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  channel.postMessage(url);
  channel.close();
}

/** Calls `onLoaded` with each address that is told from now on, for as long as the page lives. */
export function watchLoaded(onLoaded: (url: string) => void): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }: MessageEvent<string>) => onLoaded(data));
}
