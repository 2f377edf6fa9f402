/** The API on an edge runtime: connections may not outlive a request, so each has its own. */
import { createApp } from "./app.ts";
import { createDeps } from "./deps.ts";
import type { LogEntry } from "./deps.ts";
import { readEnv } from "./env.ts";
import { createFetchHop, createFetchOutbound } from "./outbound-fetch.ts";
import { keepHouse, sweepHouse } from "./usecases/housekeeping/keep-house.ts";

interface ExecutionContext {
  waitUntil(work: Promise<unknown>): void;
}

function log(entry: LogEntry): void {
  console.log(JSON.stringify(entry));
}

/**
 * The sign-in library keeps each request's state in an AsyncLocalStorage and looks for it on
 * the global object; runtimes that have the module but not the global are helped here.
 */
function offerAsyncLocalStorage(): void {
  const host = globalThis as unknown as {
    AsyncLocalStorage?: unknown;
    process?: { getBuiltinModule?: (name: string) => { AsyncLocalStorage?: unknown } | undefined };
  };
  host.AsyncLocalStorage ??= host.process?.getBuiltinModule?.("async_hooks")?.AsyncLocalStorage;
  if (host.AsyncLocalStorage === undefined) delete host.AsyncLocalStorage;
}

/** Connections of one invocation, closed once its deferred work has ended. */
function openInvocation(bindings: Record<string, unknown>, context: ExecutionContext) {
  offerAsyncLocalStorage();
  const pending: Promise<unknown>[] = [];
  const opened = createDeps(readEnv(bindings), {
    maxConnections: 2,
    outbound: createFetchOutbound,
    hop: createFetchHop,
    log,
    defer: (work) => {
      pending.push(work.catch((error: unknown) => log({ level: "error", message: String(error) })));
    },
  });
  const finish = async () => {
    while (pending.length > 0) await pending.shift();
    await opened.close();
  };
  return { deps: opened.deps, end: () => context.waitUntil(finish()) };
}

/** Ends the invocation when the body has been read to its end, or given up (event streams). */
function endWithBody(response: Response, end: () => void): Response {
  if (response.body === null) {
    end();
    return response;
  }
  const passing = new TransformStream();
  const piped = response.body.pipeTo(passing.writable).catch(() => undefined);
  void piped.finally(end);
  return new Response(passing.readable, response);
}

export default {
  async fetch(
    request: Request,
    bindings: Record<string, unknown>,
    context: ExecutionContext,
  ): Promise<Response> {
    const { deps, end } = openInvocation(bindings, context);
    return endWithBody(await createApp(deps).fetch(request), end);
  },
  /** A cron trigger, where the platform has them. */
  async scheduled(
    _event: unknown,
    bindings: Record<string, unknown>,
    context: ExecutionContext,
  ): Promise<void> {
    const { deps, end } = openInvocation(bindings, context);
    await keepHouse(deps);
    await sweepHouse(deps);
    end();
  },
};
