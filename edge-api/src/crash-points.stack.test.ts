import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dyingAt, must, startStack, titleProject } from "./stack.cases.ts";
import type { Stack } from "./stack.cases.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

describe("a process that dies between two effects", () => {
  it("leaves a stored task that the same key finds again (F98, I4)", async () => {
    const tenant = await stack.tenant();
    const project_id = await titleProject(tenant.client, 5);
    const ask = { body: { project_id }, idempotencyKey: "dies-after-commit" };
    const headers = { authorization: `Bearer ${tenant.apiKey}` };
    const dying = stack.clientWith(headers, dyingAt(stack.deps, "submit.committed"));
    expect((await dying.createExport(ask)).ok).toBe(false);

    const again = must(await tenant.client.createExport(ask));
    const listed = must(await tenant.client.listTasks({ query: {} }));
    expect(listed.tasks.map((task) => task.id)).toEqual([again.task_id]);
  });

  it("leaves nothing where it dies before the commit (I2, C5)", async () => {
    const tenant = await stack.tenant();
    const project_id = await titleProject(tenant.client, 5);
    const ask = { body: { project_id }, idempotencyKey: "dies-before-commit" };
    const headers = { authorization: `Bearer ${tenant.apiKey}` };
    const dying = stack.clientWith(headers, dyingAt(stack.deps, "submit.slot-taken"));
    expect((await dying.createExport(ask)).ok).toBe(false);
    expect(must(await tenant.client.listTasks({ query: {} })).tasks).toEqual([]);
    must(await tenant.client.createExport(ask));
  });
});
