/** Waits between tries, in ms; a try more than these gives up. */
export const READ_RETRY_WAITS_MS = [250, 800, 2_000] as const;

const PASSING = new Set([502, 503, 504]);

/** True for answers that a later try may turn into success. */
export function isPassing(status: number): boolean {
  return PASSING.has(status);
}

/** Full jitter, so that many tabs do not come back at the same moment. */
export function withJitter(waitMs: number, random: number): number {
  return Math.round(waitMs * (0.5 + random / 2));
}

/** Resolves after `waitMs`; rejects with the signal's reason when it is aborted before. */
export function pause(waitMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, waitMs);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
