import { ok } from "./call.ts";
import type { QstashCall, QstashReply, RouteRow } from "./call.ts";
import type { LogEvent } from "./event-log.ts";
import { QstashRefusal } from "./read-publish.ts";

const MOST_PER_PAGE = 1000;

function showEvent(event: LogEvent): Record<string, unknown> {
  return {
    time: event.timeMs,
    state: event.state,
    messageId: event.messageId,
    url: event.url,
    topicName: event.groupName,
    endpointName: event.endpointName,
    ...(event.queue === null ? {} : { queueName: event.queue }),
    ...(event.scheduleId === null ? {} : { scheduleId: event.scheduleId }),
    ...(event.label === null ? {} : { label: event.label }),
    ...(event.flowKey === null ? {} : { flowControlKey: event.flowKey }),
    ...(event.nextDeliveryMs === null ? {} : { nextDeliveryTime: event.nextDeliveryMs }),
    ...(event.error === null ? {} : { error: event.error }),
  };
}

/** Whether an event is asked for; filters of one name are alternatives. */
function fits(event: LogEvent, query: URLSearchParams): boolean {
  const fields: Readonly<Record<string, string | null>> = {
    messageId: event.messageId,
    messageIds: event.messageId,
    state: event.state,
    url: event.url,
    topicName: event.groupName,
    queueName: event.queue,
    scheduleId: event.scheduleId,
    label: event.label,
    flowControlKey: event.flowKey,
  };
  const at = (name: string): number => Number(query.get(name));
  return (
    Object.entries(fields).every(
      ([name, value]) => !query.has(name) || query.getAll(name).includes(value ?? ""),
    ) &&
    (!query.has("fromDate") || event.timeMs >= at("fromDate")) &&
    (!query.has("toDate") || event.timeMs <= at("toDate"))
  );
}

/** Newest first; a page goes on where the cursor of the last one says. */
function listEvents({ broker, query }: QstashCall): QstashReply {
  const count = Number(query.get("count") ?? 100);
  if (!Number.isInteger(count) || count < 1 || count > MOST_PER_PAGE) {
    throw new QstashRefusal(400, `count must be from 1 to ${MOST_PER_PAGE}`);
  }
  const before = Number(query.get("cursor") ?? Infinity);
  const matching = broker.events
    .newestFirst()
    .filter((event) => event.order < before && fits(event, query));
  const page = matching.slice(0, count);
  const cursor = matching.length > page.length ? String(page.at(-1)?.order) : undefined;
  return ok({ events: page.map(showEvent), ...(cursor === undefined ? {} : { cursor }) });
}

/** `logs` is the name of today, `events` the one that the SDK asks for. */
export const EVENT_ROUTES: readonly RouteRow[] = [["GET", /^(?:logs|events)$/u, listEvents]];
