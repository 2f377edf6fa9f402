"use client";
import { create } from "zustand";

interface Connection {
  /** The browser has a network. */
  readonly online: boolean;
  /** The last call reached the API. */
  readonly reachable: boolean;
}

/** What is known of the way to the API. */
export const useConnection = create<Connection>(() => ({ online: true, reachable: true }));

export function reportReachable(reachable: boolean): void {
  if (useConnection.getState().reachable !== reachable) useConnection.setState({ reachable });
}

/** Calls `run` each time the API can be reached again; the answer stops it. */
export function onReconnected(run: () => void): () => void {
  return useConnection.subscribe((now, before) => {
    if (now.online && now.reachable && !(before.online && before.reachable)) run();
  });
}

/** Follows the browser's own word; the answer stops it. */
export function watchOnline(): () => void {
  const update = () => useConnection.setState({ online: navigator.onLine });
  update();
  window.addEventListener("online", update);
  window.addEventListener("offline", update);
  return () => {
    window.removeEventListener("online", update);
    window.removeEventListener("offline", update);
  };
}

/** Resolves at once when there is a network, else when it comes back. */
export function whenOnline(signal: AbortSignal): Promise<void> {
  if (navigator.onLine) return Promise.resolve();
  return new Promise((resolve, reject) => {
    window.addEventListener("online", () => resolve(), { once: true, signal });
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
