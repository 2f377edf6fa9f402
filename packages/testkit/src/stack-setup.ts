/**
 * Global set-up of the projects that need real services. It starts nothing but a small control
 * server; the first test that asks it gets the one local cloud of the run, so tests that need
 * no services do not wait for any.
 */
import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { StackCloud } from "./stack-cloud.ts";

async function answer(request: IncomingMessage, stack: StackCloud): Promise<unknown> {
  const [, kind, name] = (request.url ?? "/").split("/");
  if (kind === "cloud") return stack.env();
  if (kind === "databases" && request.method === "POST") return stack.createDatabase();
  if (kind === "databases" && request.method === "DELETE" && name !== undefined) {
    await stack.dropDatabase(name);
    return {};
  }
  throw new Error(`The control server has no ${request.method} ${request.url}`);
}

function startControl(stack: StackCloud): Promise<Server> {
  const server = createServer((request, response) => {
    answer(request, stack).then(
      (value) => response.end(JSON.stringify(value)),
      (error: unknown) => {
        response.statusCode = 500;
        response.end(error instanceof Error ? (error.stack ?? error.message) : String(error));
      },
    );
  });
  // The first answer waits for the services to start.
  server.requestTimeout = 0;
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(server));
  });
}

/** Vitest calls it before the first test file of a project, and what it returns after the last. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stack = new StackCloud();
  const server = await startControl(stack);
  const { port } = server.address() as AddressInfo;
  project.provide("stackControlUrl", `http://127.0.0.1:${port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    await stack.stop();
  };
}
