import type { HashReply } from "./hash-worker.ts";

/** Hex sha256 of a file, read as a stream in a worker. Rejects when aborted or not readable. */
export function hashFile(
  file: File,
  options: { readonly signal: AbortSignal; readonly onRead: (bytes: number) => void },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./hash-worker.ts", import.meta.url), { type: "module" });
    const onAbort = () => {
      worker.terminate();
      reject(options.signal.reason as Error);
    };
    const end = () => {
      options.signal.removeEventListener("abort", onAbort);
      worker.terminate();
    };
    options.signal.addEventListener("abort", onAbort, { once: true });
    worker.addEventListener("error", (event) => {
      end();
      reject(new Error(event.message));
    });
    worker.addEventListener("message", (event: MessageEvent<HashReply>) => {
      const message = event.data;
      if (message.type === "read") options.onRead(message.bytes);
      else {
        end();
        if (message.type === "done") resolve(message.sha256);
        else reject(new Error(message.message));
      }
    });
    worker.postMessage(file, { transfer: [] });
  });
}
