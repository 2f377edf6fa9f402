import { gather } from "./message.ts";
import type { Answer, CallbackTarget, Delivery, Message } from "./message.ts";

/** The body of a callback about one attempt. */
function callbackBody(message: Message, answer: Answer, dlqId: string | null): string {
  return JSON.stringify({
    status: answer.status,
    header: answer.headers,
    body: answer.bodyBase64,
    retried: message.retried,
    maxRetries: message.retries,
    sourceMessageId: message.messageId,
    topicName: message.group?.name ?? "",
    endpointName: message.group?.endpoint ?? "",
    url: message.url,
    method: message.method,
    sourceHeader: gather(message.headers),
    sourceBody: message.bodyBase64,
    notBefore: message.notBeforeMs,
    createdAt: message.createdMs,
    scheduleId: message.scheduleId ?? "",
    callerIP: message.callerIp,
    ...(dlqId === null ? {} : { dlqId }),
  });
}

/** What is sent to a receiver of callbacks about one attempt; `dlqId` when it was the last. */
export function callbackDelivery(
  message: Message,
  target: CallbackTarget,
  answer: Answer,
  dlqId: string | null,
): Delivery {
  return {
    url: target.url,
    method: target.method,
    headers: [["content-type", "application/json"], ...target.headers],
    bodyBase64: Buffer.from(callbackBody(message, answer, dlqId)).toString("base64"),
    retries: target.retries,
    retryDelay: target.retryDelay,
    timeoutMs: target.timeoutMs,
    callback: null,
    failureCallback: null,
    flow: null,
    queue: message.queue,
    label: message.label,
    callerIp: message.callerIp,
  };
}
