import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { streamEvent } from "../events.ts";

export const eventEndpoints = {
  streamEvents: endpoint({
    method: "GET",
    path: "/v1/events",
    summary: "Server-sent events of all your tasks; Last-Event-ID resumes",
    audience: "user",
    scope: "exports:read",
    status: 200,
    stream: "sse",
    failures: ["stream.full"],
  }),
  pollEvents: endpoint({
    method: "GET",
    path: "/v1/events/poll",
    summary: "The same events by long polling: what came after a position, or a snapshot",
    audience: "user",
    scope: "exports:read",
    query: z.object({
      /** The `position` of the answer before. */
      after: z.coerce.number().int().min(0).optional(),
      wait_s: z.coerce.number().int().min(0).max(30).default(0),
    }),
    status: 200,
    output: z.object({ position: z.int(), events: z.array(streamEvent) }),
    failures: [],
  }),
};
