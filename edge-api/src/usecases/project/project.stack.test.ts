import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, must, startStack, titleProject } from "../../stack.cases.ts";
import type { Stack } from "../../stack.cases.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const rename = (name: string) => [{ path: ["clips", "title-1", "name"], value: name }];

describe("a project", () => {
  it("takes a patch on its newest revision alone; a stale one changes nothing (E1)", async () => {
    const { client } = await stack.tenant();
    const id = await titleProject(client, 5);
    const patch = (base: number, name: string) =>
      client.patchProject({
        params: { project_id: id },
        body: { base_revision: base, ops: rename(name) },
      });
    expect(must(await patch(1, "one")).revision).toBe(2);
    const stale = await patch(1, "two");
    expect(stale).toMatchObject({
      failure: { code: "revision.conflict", details: { current_revision: 2 } },
    });
    const now = must(await client.getProject({ params: { project_id: id } }));
    expect(now.document.clips["title-1"]?.name).toBe("one");
  });

  it("lets one of many concurrent patches win (E1)", async () => {
    const { client } = await stack.tenant();
    const id = await titleProject(client, 5);
    const answers = await Promise.all(
      ["a", "b", "c", "d", "e", "f"].map((name) =>
        client.patchProject({
          params: { project_id: id },
          body: { base_revision: 1, ops: rename(name) },
        }),
      ),
    );
    expect(answers.map(codeOf).filter((code) => code === "ok")).toHaveLength(1);
    expect(must(await client.getProject({ params: { project_id: id } })).revision).toBe(2);
  });

  it("answers a repeated batch as before, without a second revision (E1)", async () => {
    const { client } = await stack.tenant();
    const id = await titleProject(client, 5);
    const send = () =>
      client.patchProject({
        params: { project_id: id },
        body: { base_revision: 1, ops: rename("x"), batch_id: "batch-0001" },
      });
    expect(must(await send()).revision).toBe(2);
    expect(must(await send()).revision).toBe(2);
  });

  it("keeps every revision readable and unchanged (I8)", async () => {
    const { client } = await stack.tenant();
    const id = await titleProject(client, 5);
    must(
      await client.patchProject({
        params: { project_id: id },
        body: { base_revision: 1, ops: rename("later") },
      }),
    );
    const before = must(
      await client.getProject({ params: { project_id: id }, query: { revision: 1 } }),
    );
    expect(before.revision).toBe(1);
    expect(before.document.clips["title-1"]?.name).toBe("Title");
  });

  it("refuses operations that break the document's rules or shape", async () => {
    const { client } = await stack.tenant();
    const id = await titleProject(client, 5);
    for (const op of [
      { path: ["clips", "title-1", "start"], value: -5 },
      { path: ["clips", "title-1", "trackId"], value: "nowhere" },
      { path: ["nonsense"], value: 1 },
    ]) {
      const answer = await client.patchProject({
        params: { project_id: id },
        body: { base_revision: 1, ops: [op] },
      });
      expect(codeOf(answer)).toBe("patch.invalid");
    }
  });

  it("is copied with the document that lost a conflict (E1)", async () => {
    const { client } = await stack.tenant();
    const id = await titleProject(client, 5);
    const mine = must(await client.getProject({ params: { project_id: id } })).document;
    const copy = must(
      await client.duplicateProject({
        params: { project_id: id },
        body: { name: "Mine", document: mine },
      }),
    );
    expect(copy).toMatchObject({ name: "Mine", revision: 0, document: mine });
    must(await client.deleteProject({ params: { project_id: id } }));
    expect(codeOf(await client.getProject({ params: { project_id: id } }))).toBe(
      "request.not-found",
    );
    expect(must(await client.listProjects()).projects.map((entry) => entry.id)).toEqual([copy.id]);
  });
});
