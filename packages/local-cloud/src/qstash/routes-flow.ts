import { MAX_ACTIVE } from "./broker.ts";
import { accepted, ok } from "./call.ts";
import type { QstashCall, QstashReply, RouteRow } from "./call.ts";
import { parseDurationMs } from "./duration.ts";
import type { FlowInfo, FlowOverride } from "./flow-gate.ts";
import { QstashRefusal, requireName } from "./read-publish.ts";

function showFlow(call: QstashCall, flow: FlowInfo): Record<string, unknown> {
  const { broker, nowMs } = call;
  const waiting = broker.messages
    .values()
    .filter((message) => message.flow?.key === flow.key && message.notBeforeMs <= nowMs)
    .filter((message) => !broker.active.has(message.messageId));
  return {
    flowControlKey: flow.key,
    waitListSize: waiting.length,
    parallelismMax: flow.parallelism ?? 0,
    parallelismCount: flow.active,
    rateMax: flow.rate ?? 0,
    rateCount: nowMs < flow.periodStartMs + flow.periodMs ? flow.countInPeriod : 0,
    ratePeriod: flow.periodMs / 1000,
    ratePeriodStart: Math.floor(flow.periodStartMs / 1000),
    isPaused: flow.override.isPaused,
    isPinnedParallelism: flow.override.parallelism !== null,
    isPinnedRate: flow.override.rate !== null,
  };
}

function findFlow(call: QstashCall, key: string): FlowInfo {
  const flow = call.broker.flows.list().find((item) => item.key === key);
  if (flow === undefined) throw new QstashRefusal(404, `flow control key ${key} not found`);
  return flow;
}

function fix(call: QstashCall, key: string, change: Partial<FlowOverride>): QstashReply {
  call.broker.flows.fix(requireName(key, "flow control key"), change);
  call.broker.wake();
  return accepted;
}

function readPin(call: QstashCall): Partial<FlowOverride> {
  const count = (name: string): number | null => {
    const text = call.query.get(name);
    if (text === null) return null;
    if (!/^[1-9]\d{0,8}$/u.test(text)) throw new QstashRefusal(400, `invalid ${name}: ${text}`);
    return Number(text);
  };
  const parallelism = count("parallelism");
  const rate = count("rate");
  const periodMs = parseDurationMs(call.query.get("period") ?? "1s");
  if (periodMs === null || periodMs <= 0) throw new QstashRefusal(400, "invalid period");
  if (parallelism === null && rate === null) {
    throw new QstashRefusal(400, "a pin needs parallelism or rate");
  }
  return {
    ...(parallelism === null ? {} : { parallelism }),
    ...(rate === null ? {} : { rate: { count: rate, periodMs } }),
  };
}

/** Lets go of what is named, of both when neither is. */
function readUnpin({ query }: QstashCall): Partial<FlowOverride> {
  const isNamed = (name: string): boolean => query.get(name) === "true";
  const both = !isNamed("parallelism") && !isNamed("rate");
  return {
    ...(both || isNamed("parallelism") ? { parallelism: null } : {}),
    ...(both || isNamed("rate") ? { rate: null } : {}),
  };
}

/** What flows are limited to, and by whom: messages, or a person's pin. */
export const FLOW_ROUTES: readonly RouteRow[] = [
  [
    "GET",
    /^flowControl$/u,
    (call) => ok(call.broker.flows.list().map((flow) => showFlow(call, flow))),
  ],
  ["GET", /^flowControl\/([^/]+)$/u, (call, [key = ""]) => ok(showFlow(call, findFlow(call, key)))],
  [
    "POST",
    /^flowControl\/([^/]+)\/(pause|resume)$/u,
    (call, [key = "", verb]) => fix(call, key, { isPaused: verb === "pause" }),
  ],
  ["POST", /^flowControl\/([^/]+)\/pin$/u, (call, [key = ""]) => fix(call, key, readPin(call))],
  [
    "POST",
    /^flowControl\/([^/]+)\/unpin$/u,
    (call, [key = ""]) => fix(call, findFlow(call, key).key, readUnpin(call)),
  ],
  [
    "POST",
    /^flowControl\/([^/]+)\/resetRate$/u,
    (call, [key = ""]) => {
      call.broker.flows.resetRate(findFlow(call, key).key, call.nowMs);
      call.broker.wake();
      return accepted;
    },
  ],
  [
    "GET",
    /^globalParallelism$/u,
    ({ broker }) => ok({ parallelismMax: MAX_ACTIVE, parallelismCount: broker.active.size }),
  ],
];
