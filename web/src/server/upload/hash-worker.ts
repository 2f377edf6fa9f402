/** Hashes one file off the main thread, in steps, so that a large file never lies in memory. */
import { createSHA256 } from "hash-wasm";

const STEP_BYTES = 4 * 1024 * 1024;

export type HashReply =
  | { readonly type: "read"; readonly bytes: number }
  | { readonly type: "done"; readonly sha256: string }
  | { readonly type: "failed"; readonly message: string };

const reply = (message: HashReply) => self.postMessage(message, { transfer: [] });

async function hash(file: File): Promise<void> {
  const hasher = await createSHA256();
  for (let start = 0; start < file.size; start += STEP_BYTES) {
    const end = Math.min(file.size, start + STEP_BYTES);
    hasher.update(new Uint8Array(await file.slice(start, end).arrayBuffer()));
    reply({ type: "read", bytes: end });
  }
  reply({ type: "done", sha256: hasher.digest("hex") });
}

self.addEventListener("message", (event: MessageEvent<File>) => {
  hash(event.data).catch((error: unknown) => reply({ type: "failed", message: String(error) }));
});
