/** The steps of a journey by the public API, one call each. */
import type { Client, Task } from "@cutroom/contracts";

type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: unknown };

/** The value of an answer that may not fail here. */
export function must<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  throw new Error(JSON.stringify(answer.failure));
}

/** A file that is announced; `send` and `complete` may be repeated. */
export async function announce(client: Client, bytes: Buffer, name: string) {
  const made = must(
    await client.createUpload({
      body: { file_name: name, size_bytes: bytes.length, content_type: "video/mp4" },
    }),
  );
  if (made.upload === null) throw new Error(`${name} is there already`);
  const { id, part_size: partSize, part_count: partCount } = made.upload;
  const params = { upload_id: id };
  const part_numbers = Array.from({ length: partCount }, (_, at) => at + 1);
  const { parts } = must(await client.signUploadParts({ params, body: { part_numbers } }));
  return {
    assetId: made.asset.id,
    /** Gives the store's answer, or the first of its refusals. */
    send: async () => {
      const answers = await Promise.all(
        parts.map(({ part_number: number, url }) => {
          const body = new Uint8Array(bytes.subarray((number - 1) * partSize, number * partSize));
          return fetch(url, { method: "PUT", body });
        }),
      );
      const answer = answers.find(({ ok }) => !ok) ?? answers[0];
      if (answer === undefined) throw new Error(`${name} has no parts`);
      return answer;
    },
    /** Gives the task that prepares the file. */
    complete: async () => must(await client.completeUpload({ params, body: {} })).task_id ?? "",
  };
}

/** Gives the task of a small export. */
export async function startExport(client: Client, projectId: string): Promise<string> {
  const body = { project_id: projectId, spec: { resolution: 360 as const } };
  const idempotencyKey = crypto.randomUUID();
  return must(await client.createExport({ body, idempotencyKey })).task_id;
}

const ENDED: ReadonlySet<string> = new Set(["SUCCEEDED", "FAILED", "CANCELED", "EXPIRED"]);

/** Waits, by the API's own waiting, until a task has ended. */
export async function untilEnded(client: Client, taskId: string): Promise<Task> {
  for (;;) {
    const input = { params: { task_id: taskId }, query: { wait_s: 20 } };
    const task = must(await client.getTask(input));
    if (ENDED.has(task.state)) return task;
  }
}

/** Waits until a finished output is kept because the store does not take it. */
export async function untilKept(client: Client, taskId: string): Promise<void> {
  for (;;) {
    const input = { params: { task_id: taskId }, query: { wait_s: 1 } };
    const task = must(await client.getTask(input));
    if (task.output_kept_until !== null) return;
    if (ENDED.has(task.state)) throw new Error(`the task has ended as ${task.state}`);
  }
}
