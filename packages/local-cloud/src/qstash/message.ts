/** A receiver of callbacks, with its own way of being called. */
export interface CallbackTarget {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly retries: number;
  readonly retryDelay: string | null;
  readonly timeoutMs: number;
  readonly delayMs: number;
}

export interface FlowControl {
  readonly key: string;
  readonly parallelism: number | null;
  readonly rate: number | null;
  readonly periodMs: number;
}

/** What is to be delivered, apart from when. */
export interface Delivery {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly bodyBase64: string;
  /** Retries after the first attempt. */
  readonly retries: number;
  readonly retryDelay: string | null;
  readonly timeoutMs: number;
  readonly callback: CallbackTarget | null;
  readonly failureCallback: CallbackTarget | null;
  readonly flow: FlowControl | null;
  /** The URL group that it was published to, and which of its endpoints this is. */
  readonly group?: { readonly name: string; readonly endpoint: string };
  readonly queue: string | null;
  readonly label: string | null;
  readonly callerIp: string;
}

export interface Message extends Delivery {
  readonly messageId: string;
  /** Place in its queue. Callbacks take the place of their message, so that the queue waits. */
  readonly order: number;
  readonly createdMs: number;
  readonly notBeforeMs: number;
  readonly retried: number;
  readonly scheduleId: string | null;
}

export interface Schedule extends Delivery {
  readonly scheduleId: string;
  readonly cron: string;
  readonly createdMs: number;
  readonly delayMs: number;
  readonly isPaused: boolean;
  /** When it is next due; kept, so that a time that passed while nobody ran is made up for. */
  readonly fireAtMs?: number | null;
}

export interface Endpoint {
  readonly name: string;
  readonly url: string;
}

export interface UrlGroup {
  readonly name: string;
  readonly endpoints: readonly Endpoint[];
  readonly createdMs: number;
  readonly updatedMs: number;
}

export interface QueueSettings {
  readonly name: string;
  readonly parallelism: number;
  readonly isPaused: boolean;
  readonly createdMs: number;
  readonly updatedMs: number;
}

/** What the receiver answered; status 0 when there was no answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly bodyBase64: string;
}

export interface DeadLetter {
  readonly dlqId: string;
  readonly message: Message;
  readonly answer: Answer;
}

export const gather = (pairs: readonly (readonly [string, string])[]): Record<string, string[]> => {
  const result: Record<string, string[]> = {};
  for (const [name, value] of pairs) (result[name] ??= []).push(value);
  return result;
};

/** Text as text, anything else as base64, as QStash shows bodies. */
function showBody(name: string, base64: string): Record<string, string> {
  const bytes = Buffer.from(base64, "base64");
  const text = bytes.toString("utf8");
  if (Buffer.from(text, "utf8").equals(bytes)) return { [name]: text };
  return { [`${name}Base64`]: base64 };
}

const showGroup = ({ group }: Delivery): Record<string, string> =>
  group === undefined ? {} : { topicName: group.name, endpointName: group.endpoint };

function showDelivery(delivery: Delivery): Record<string, unknown> {
  const { flow } = delivery;
  return {
    url: delivery.url,
    method: delivery.method,
    header: gather(delivery.headers),
    ...showBody("body", delivery.bodyBase64),
    maxRetries: delivery.retries,
    callerIP: delivery.callerIp,
    ...(delivery.retryDelay === null ? {} : { retryDelayExpression: delivery.retryDelay }),
    ...(delivery.callback === null ? {} : { callback: delivery.callback.url }),
    ...(delivery.failureCallback === null ? {} : { failureCallback: delivery.failureCallback.url }),
    ...(delivery.queue === null ? {} : { queueName: delivery.queue }),
    ...(delivery.label === null ? {} : { label: delivery.label }),
    ...showGroup(delivery),
    ...(flow === null
      ? {}
      : {
          flowControlKey: flow.key,
          parallelism: flow.parallelism ?? 0,
          rate: flow.rate ?? 0,
          period: flow.periodMs / 1000,
        }),
  };
}

/** A message as the API answers it. */
export function showMessage(message: Message): Record<string, unknown> {
  return {
    ...showDelivery(message),
    messageId: message.messageId,
    notBefore: message.notBeforeMs,
    createdAt: message.createdMs,
    ...(message.scheduleId === null ? {} : { scheduleId: message.scheduleId }),
  };
}

export function showDeadLetter({ dlqId, message, answer }: DeadLetter): Record<string, unknown> {
  return {
    ...showMessage(message),
    dlqId,
    responseStatus: answer.status,
    responseHeader: answer.headers,
    ...showBody("responseBody", answer.bodyBase64),
  };
}

export function showSchedule(schedule: Schedule): Record<string, unknown> {
  const { url, maxRetries, ...rest } = showDelivery(schedule);
  return {
    ...rest,
    scheduleId: schedule.scheduleId,
    cron: schedule.cron,
    createdAt: schedule.createdMs,
    destination: url,
    retries: maxRetries,
    delay: schedule.delayMs / 1000,
    isPaused: schedule.isPaused,
  };
}
