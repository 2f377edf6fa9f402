import type { Broker } from "./broker.ts";
import { QstashRefusal } from "./read-publish.ts";
import type { Headers } from "./read-publish.ts";

export interface QstashCall {
  readonly broker: Broker;
  readonly nowMs: number;
  readonly headers: Headers;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly callerIp: string;
}

/** Absent body: an empty answer. */
export interface QstashReply {
  readonly status: number;
  readonly body?: unknown;
}

/** What the pattern's groups matched, in order. */
export type Route = (call: QstashCall, groups: readonly string[]) => QstashReply;

export const ok = (body: unknown, status = 200): QstashReply => ({ status, body });
export const accepted: QstashReply = { status: 200 };

/** @throws {QstashRefusal} 400 when it is not JSON. */
export function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw new QstashRefusal(400, "the body is not valid JSON");
  }
}

/** One row of a table of routes: method, path after `/v2/`, what it does. */
export type RouteRow = readonly [method: string, path: RegExp, route: Route];
