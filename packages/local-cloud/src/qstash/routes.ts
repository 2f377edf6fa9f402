import { accepted, ok, parseBody } from "./call.ts";
import type { QstashCall, QstashReply, RouteRow } from "./call.ts";
import { nextFireMs } from "./cron.ts";
import { showDeadLetter, showMessage, showSchedule } from "./message.ts";
import type { DeadLetter, Message, QueueSettings, Schedule } from "./message.ts";
import { QstashRefusal, isUrl, readPublish, requireName } from "./read-publish.ts";
import { EVENT_ROUTES } from "./routes-events.ts";
import { FLOW_ROUTES } from "./routes-flow.ts";
import { GROUP_ROUTES } from "./routes-groups.ts";

const publish = (call: QstashCall, destination: string, queue: string | null): QstashReply => {
  const request = { ...call, destination, queue };
  const isOne = isUrl(destination);
  const taken = call.broker.accept(readPublish(request, call.nowMs));
  const status = taken.every((item) => item.deduplicated) ? 202 : 201;
  const shown = taken.map(({ messageId, deduplicated, url }) => ({
    messageId,
    deduplicated: deduplicated || undefined,
    url: isOne ? undefined : url,
  }));
  return ok(isOne ? shown[0] : shown, status);
};

interface BatchItem {
  readonly destination?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly queue?: string;
}

function publishBatch(call: QstashCall): QstashReply {
  const items = parseBody(call.body);
  if (!Array.isArray(items)) throw new QstashRefusal(400, "a batch is a list of messages");
  const replies = (items as BatchItem[]).map((item) => {
    const headers = Object.fromEntries(
      Object.entries(item.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const single = { ...call, headers, body: Buffer.from(item.body ?? "") };
    try {
      return publish(single, item.destination ?? "", item.queue ?? null).body;
    } catch (error) {
      if (error instanceof QstashRefusal) return { error: error.message };
      throw error;
    }
  });
  return ok(replies);
}

function findMessage(call: QstashCall, messageId: string): Message {
  const message = call.broker.messages.get(messageId);
  if (message === undefined) throw new QstashRefusal(404, `message ${messageId} not found`);
  return message;
}

/** Whether a message fits the filters of a bulk request; filters of one name are alternatives. */
function fits(message: Message, query: URLSearchParams): boolean {
  const fields: Readonly<Record<string, string | null>> = {
    messageIds: message.messageId,
    messageId: message.messageId,
    url: message.url,
    label: message.label,
    queueName: message.queue,
    scheduleId: message.scheduleId,
    flowControlKey: message.flow?.key ?? null,
  };
  return Object.entries(fields).every(
    ([name, value]) => !query.has(name) || query.getAll(name).includes(value ?? ""),
  );
}

function cancelMany(call: QstashCall): QstashReply {
  const matching = call.broker.messages.values().filter((message) => fits(message, call.query));
  return ok({
    cancelled: matching.filter((message) => call.broker.cancel(message.messageId)).length,
  });
}

function findDeadLetter(call: QstashCall, dlqId: string): DeadLetter {
  const letter = call.broker.deadLetters.get(dlqId);
  if (letter === undefined) throw new QstashRefusal(404, `dlq message ${dlqId} not found`);
  return letter;
}

/** One page of the dead letters that a bulk request names. */
function pickDeadLetters(call: QstashCall): { page: DeadLetter[]; cursor: string | undefined } {
  const { query, broker } = call;
  const ids = query.getAll("dlqIds");
  const count = Math.min(Number(query.get("count") ?? 100) || 100, 100);
  const from = query.get("cursor");
  const all = broker.deadLetters
    .values()
    .filter((letter) => ids.length === 0 || ids.includes(letter.dlqId))
    .filter((letter) => fits(letter.message, query))
    .toSorted((a, b) => a.dlqId.localeCompare(b.dlqId, "en", { numeric: true }));
  const start = from === null ? 0 : all.findIndex((letter) => letter.dlqId === from);
  const rest = start === -1 ? [] : all.slice(start);
  return { page: rest.slice(0, count), cursor: rest[count]?.dlqId };
}

function listDeadLetters(call: QstashCall): QstashReply {
  const { page, cursor } = pickDeadLetters(call);
  return ok({ messages: page.map(showDeadLetter), ...(cursor === undefined ? {} : { cursor }) });
}

function deleteDeadLetters(call: QstashCall): QstashReply {
  const { page, cursor } = pickDeadLetters(call);
  for (const { dlqId } of page) call.broker.deadLetters.delete(dlqId);
  return ok({ deleted: page.length, ...(cursor === undefined ? {} : { cursor }) });
}

function retryDeadLetters(call: QstashCall): QstashReply {
  const { page, cursor } = pickDeadLetters(call);
  const responses = page.map(({ dlqId }) => ({ messageId: call.broker.revive(dlqId) }));
  return ok({ responses, ...(cursor === undefined ? {} : { cursor }) }, 201);
}

function putSchedule(call: QstashCall, destination: string): QstashReply {
  const { broker, headers, nowMs } = call;
  const cron = headers["upstash-cron"] ?? "";
  nextFireMs(cron, nowMs);
  const { delivery, delayMs } = readPublish({ ...call, destination, queue: null }, nowMs);
  const givenId = headers["upstash-schedule-id"];
  const scheduleId =
    givenId === undefined
      ? `scd_${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex")}`
      : requireName(givenId, "schedule id");
  const createdMs = broker.schedules.get(scheduleId)?.createdMs ?? nowMs;
  broker.putSchedule({ ...delivery, scheduleId, cron, createdMs, delayMs, isPaused: false });
  return ok({ scheduleId }, 201);
}

function findSchedule(call: QstashCall, scheduleId: string): Schedule {
  const schedule = call.broker.schedules.get(scheduleId);
  if (schedule === undefined) throw new QstashRefusal(404, `schedule ${scheduleId} not found`);
  return schedule;
}

function pauseSchedule(call: QstashCall, scheduleId: string, isPaused: boolean): QstashReply {
  call.broker.schedules.set(scheduleId, { ...findSchedule(call, scheduleId), isPaused });
  return accepted;
}

function findQueue(call: QstashCall, name: string): QueueSettings {
  const queue = call.broker.queues.get(name);
  if (queue === undefined) throw new QstashRefusal(404, `queue ${name} not found`);
  return queue;
}

function showQueue(call: QstashCall, queue: QueueSettings): Record<string, unknown> {
  return {
    name: queue.name,
    parallelism: queue.parallelism,
    paused: queue.isPaused,
    createdAt: queue.createdMs,
    updatedAt: queue.updatedMs,
    lag: call.broker.messages.values().filter((message) => message.queue === queue.name).length,
  };
}

function saveQueue(call: QstashCall, name: string, change: Partial<QueueSettings>): QstashReply {
  const { broker, nowMs } = call;
  const fresh = { name, parallelism: 1, isPaused: false, createdMs: nowMs };
  const present = broker.queues.get(name) ?? fresh;
  broker.queues.set(name, { ...present, ...change, updatedMs: nowMs });
  broker.wake();
  return accepted;
}

function putQueue(call: QstashCall): QstashReply {
  const body = parseBody(call.body) as {
    queueName?: string;
    parallelism?: number;
    paused?: boolean;
  };
  const name = requireName(body.queueName ?? "", "queue name");
  const parallelism = body.parallelism ?? 1;
  if (!Number.isInteger(parallelism) || parallelism < 1) {
    throw new QstashRefusal(400, "parallelism must be at least 1");
  }
  return saveQueue(call, name, { parallelism, isPaused: body.paused === true });
}

function deleteQueue(call: QstashCall, name: string): QstashReply {
  findQueue(call, name);
  call.broker.queues.delete(name);
  for (const message of call.broker.messages.values()) {
    if (message.queue === name) call.broker.cancel(message.messageId);
  }
  return accepted;
}

/** Every route. The first that fits is taken. */
export const ROUTES: readonly RouteRow[] = [
  ...GROUP_ROUTES,
  ...FLOW_ROUTES,
  ...EVENT_ROUTES,
  ["POST", /^publish\/(.+)$/su, (call, [to = ""]) => publish(call, to, null)],
  ["POST", /^enqueue\/([^/]+)\/(.+)$/su, (call, [queue = "", to = ""]) => publish(call, to, queue)],
  ["POST", /^batch$/u, publishBatch],
  ["GET", /^messages\/([^/]+)$/u, (call, [id = ""]) => ok(showMessage(findMessage(call, id)))],
  [
    "DELETE",
    /^messages\/([^/]+)$/u,
    (call, [id = ""]) => {
      call.broker.cancel(findMessage(call, id).messageId);
      return ok({ cancelled: 1 }, 202);
    },
  ],
  ["DELETE", /^messages$/u, cancelMany],
  ["GET", /^dlq$/u, listDeadLetters],
  ["DELETE", /^dlq$/u, deleteDeadLetters],
  ["POST", /^dlq\/retry$/u, retryDeadLetters],
  [
    "POST",
    /^dlq\/retry\/([^/]+)$/u,
    (call, [id = ""]) => ok({ messageId: call.broker.revive(findDeadLetter(call, id).dlqId) }, 201),
  ],
  ["GET", /^dlq\/([^/]+)$/u, (call, [id = ""]) => ok(showDeadLetter(findDeadLetter(call, id)))],
  [
    "DELETE",
    /^dlq\/([^/]+)$/u,
    (call, [id = ""]) => {
      call.broker.deadLetters.delete(findDeadLetter(call, id).dlqId);
      return accepted;
    },
  ],
  ["GET", /^schedules$/u, (call) => ok(call.broker.schedules.values().map(showSchedule))],
  ["GET", /^schedules\/([^/]+)$/u, (call, [id = ""]) => ok(showSchedule(findSchedule(call, id)))],
  [
    "DELETE",
    /^schedules\/([^/]+)$/u,
    (call, [id = ""]) => {
      call.broker.schedules.delete(findSchedule(call, id).scheduleId);
      return accepted;
    },
  ],
  ["PATCH", /^schedules\/([^/]+)\/pause$/u, (call, [id = ""]) => pauseSchedule(call, id, true)],
  ["PATCH", /^schedules\/([^/]+)\/resume$/u, (call, [id = ""]) => pauseSchedule(call, id, false)],
  ["POST", /^schedules\/(.+)$/su, (call, [to = ""]) => putSchedule(call, to)],
  [
    "GET",
    /^queues$/u,
    (call) => ok(call.broker.queues.values().map((item) => showQueue(call, item))),
  ],
  ["POST", /^queues$/u, putQueue],
  ["GET", /^queues\/([^/]+)$/u, (call, [name = ""]) => ok(showQueue(call, findQueue(call, name)))],
  ["DELETE", /^queues\/([^/]+)$/u, (call, [name = ""]) => deleteQueue(call, name)],
  [
    "POST",
    /^queues\/([^/]+)\/(pause|resume)$/u,
    (call, [name = "", verb]) =>
      saveQueue(call, findQueue(call, name).name, { isPaused: verb === "pause" }),
  ],
  ["GET", /^keys$/u, (call) => ok(call.broker.keys)],
  ["POST", /^keys\/rotate$/u, (call) => ok(call.broker.rotateKeys())],
];
