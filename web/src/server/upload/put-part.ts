/** Sends one part to the object store. XMLHttpRequest, because `fetch` tells no upload progress. */
export type PutOutcome = "stored" | "refused" | "failed";

/**
 * "stored": the store has it. "refused": the signed address is not valid (any more), so ask for a
 * new one. "failed": network or store trouble, so try again. Rejects only when aborted.
 */
export function putPart(
  url: string,
  body: Blob,
  options: { readonly signal: AbortSignal; readonly onSent: (bytes: number) => void },
): Promise<PutOutcome> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const onAbort = () => request.abort();
    const end = (outcome: PutOutcome) => {
      options.signal.removeEventListener("abort", onAbort);
      resolve(outcome);
    };
    request.upload.addEventListener("progress", (event) => options.onSent(event.loaded));
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) end("stored");
      else end(request.status === 403 || request.status === 400 ? "refused" : "failed");
    });
    request.addEventListener("error", () => end("failed"));
    request.addEventListener("timeout", () => end("failed"));
    request.addEventListener("abort", () => reject(options.signal.reason as Error));
    options.signal.addEventListener("abort", onAbort, { once: true });
    request.open("PUT", url);
    request.send(body);
  });
}
