/** Fine progress lives in the key-value store only, and fades there (C11). */
import type { Deps } from "../../deps.ts";

/** Two missed heartbeats and it is gone; the lease's own number serves from then on. */
const TTL_MS = 35_000;
const key = (taskId: string) => `progress:${taskId}`;

export async function writeProgress(deps: Deps, taskId: string, progress: number): Promise<void> {
  try {
    await deps.keyValue.set(key(taskId), String(progress), { ttlMs: TTL_MS });
  } catch (error) {
    deps.log({ level: "warn", message: "progress not noted", error: String(error) });
  }
}

/** `known` when the store has nothing newer, or is down. */
export async function readProgress(deps: Deps, taskId: string, known: number): Promise<number> {
  try {
    const text = await deps.keyValue.get(key(taskId));
    return text === null ? known : Math.max(known, Number.parseInt(text, 10) || 0);
  } catch {
    return known;
  }
}
