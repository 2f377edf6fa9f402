/** Tells whoever asked for a job how it has ended, and all that can go wrong with that. */
import { setTimeout as sleep } from "node:timers/promises";
import type { CallbackMessage } from "./dialect.ts";
import type { SimulatedJob } from "./job-book.ts";
import type { Office } from "./office.ts";

/** A message whose signature belongs to other words. */
const spoil = (message: CallbackMessage): CallbackMessage => ({
  ...message,
  body: message.body.replace(/\}$/u, ',"spoiled":true}'),
});

async function post(url: string, message: CallbackMessage): Promise<number | null> {
  try {
    const headers = { "content-type": "application/json", ...message.headers };
    const answer = await fetch(url, { method: "POST", headers, body: message.body });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    return null;
  }
}

export async function callBack(office: Office, job: SimulatedJob): Promise<number | null> {
  const url = job.asked.callbackUrl;
  const message = await office.dialect.callback?.(office.book.view(job), office.site());
  return url === null || message === undefined ? null : post(url, message);
}

/** Tells of the end of a job once, unless that is to go wrong. */
export async function tellEnd(
  office: Office,
  job: SimulatedJob,
  endMs: number,
  stop: AbortSignal,
): Promise<void> {
  if (job.asked.callbackUrl === null || office.dialect.callback === undefined) return;
  await sleep(endMs, undefined, { signal: stop, ref: false }).catch(() => undefined);
  if (stop.aborted || ["queued", "running"].includes(office.book.view(job).stage)) return;
  const fault = office.faults.take("callback", job.asked.prompt);
  if (fault === "callback-lost") return;
  if (fault === "callback-bad-signature") {
    const message = await office.dialect.callback(office.book.view(job), office.site());
    await post(job.asked.callbackUrl, spoil(message));
    return;
  }
  await callBack(office, job);
  if (fault === "callback-duplicate") await callBack(office, job);
}
