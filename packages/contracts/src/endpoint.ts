/**
 * One row of the endpoint table. The server mounts it, the web client and the farm's client
 * are typed by it, and OpenAPI is printed from it.
 */
import type { Scope } from "@cutroom/domain";
import type { z } from "zod";
import type { ProblemCode } from "./problem.ts";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** Who may call: a user by session or API key, an operator by session, the farm, or anyone. */
export type Audience = "user" | "operator" | "farm" | "public";

export interface Endpoint {
  readonly method: Method;
  /** Path with `:name` segments; every one is a key of `params`. */
  readonly path: string;
  readonly summary: string;
  readonly audience: Audience;
  /** What an API key must carry; a session has all scopes. */
  readonly scope?: Scope;
  readonly idempotent?: "key-required";
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly status: 200 | 201 | 202 | 204;
  /** Absent for 204 and for event streams. */
  readonly output?: z.ZodType;
  /** The output is a text of this type, and no JSON. */
  readonly text?: "text/vtt";
  readonly stream?: "sse";
  readonly failures: readonly ProblemCode[];
}

/** Keeps the literal types of a row, so that clients are exact. */
export function endpoint<const E extends Endpoint>(row: E): E {
  return row;
}
