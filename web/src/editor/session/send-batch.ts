import type { Client, ProblemCode } from "@cutroom/contracts";
import type { SendOutcome } from "../state/save.ts";
import type { Batch } from "./batch.ts";

/** Problems that pass by themselves: the same batch is sent again later. */
const PASSING: ReadonlySet<ProblemCode> = new Set([
  "service.unavailable",
  "rate.limited",
  "internal.error",
  "auth.required",
]);

/** Sends one batch; every way it can end is a value. */
export async function sendBatch(
  api: Client,
  projectId: string,
  batch: Batch,
): Promise<SendOutcome> {
  const answer = await api.patchProject({
    params: { project_id: projectId },
    body: {
      base_revision: batch.baseRevision,
      batch_id: batch.id,
      ...(batch.ops.length === 0 ? {} : { ops: [...batch.ops] }),
      ...(batch.name === null ? {} : { name: batch.name }),
    },
  });
  if (answer.ok) return { kind: "saved", revision: answer.value.revision };
  const { code } = answer.failure;
  if (code === "revision.conflict") return { kind: "conflict" };
  if (PASSING.has(code)) return { kind: "unreachable" };
  return { kind: "refused", code };
}
