import { endpoints } from "@cutroom/contracts";
import type { Endpoint } from "@cutroom/contracts";
import { forTenant, schema } from "@cutroom/db";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, must, render, startStack, titleProject } from "./stack.cases.ts";
import type { Stack, Tenant } from "./stack.cases.ts";

let stack: Stack;
let owner: Tenant;
let stranger: Tenant;
let own: Record<string, string>;

beforeAll(async () => {
  stack = await startStack();
  [owner, stranger] = [await stack.tenant(), await stack.tenant()];
  const projectId = await titleProject(owner.client, 5);
  const made = must(
    await owner.client.createExport({
      body: { project_id: projectId },
      idempotencyKey: "isolation-1",
    }),
  );
  await stack.settle();
  await render(stack, made.task_id);
  const share = must(await owner.client.createShare({ body: { task_id: made.task_id } }));
  const opened = must(
    await owner.client.createUpload({ body: { file_name: "a.mp4", size_bytes: 10 } }),
  );
  const key = must(await owner.client.createApiKey({ body: { name: "second" } }));
  const project = must(await owner.client.getProject({ params: { project_id: projectId } }));
  const template = must(
    await owner.client.createTemplate({
      body: {
        name: "Ours",
        template: { document: project.document, slots: [], texts: [], colours: [] },
      },
    }),
  );
  const folder = must(await owner.client.createFolder({ body: { name: "Ours" } }));
  own = {
    folder_id: folder.id,
    template_id: template.id,
    project_id: projectId,
    task_id: made.task_id,
    share_id: share.id,
    asset_id: opened.asset.id,
    upload_id: opened.upload?.id ?? "",
    api_key_id: key.api_key.id,
    revision: "1",
  };
});
afterAll(() => stack.stop());

const bodies: Record<string, unknown> = {
  appealReview: { words: "It is not mine." },
  changeFolder: { name: "mine" },
  renameAsset: { name: "mine" },
  nameProjectVersion: { name: "mine" },
  patchProject: { base_revision: 1, name: "mine" },
  renameTemplate: { name: "mine" },
  signUploadParts: { part_numbers: [1] },
};
const queries: Record<string, string> = { exportInterchange: "?format=otio" };

describe("tenant isolation", () => {
  const rows: [string, Endpoint][] = Object.entries(endpoints);
  const aboutOneThing = rows.filter(
    ([, row]) => row.audience === "user" && row.params !== undefined,
  );

  it.each(aboutOneThing)("answers a stranger's %s with 404 (T2)", async (name, row) => {
    const path = row.path.replaceAll(/:([a-z_]+)/g, (_, key: string) => own[key] ?? "missing");
    const answer = await stack.app.request(path + (queries[name] ?? ""), {
      method: row.method,
      headers: { authorization: `Bearer ${stranger.apiKey}`, "idempotency-key": "stranger-1" },
      ...(row.body === undefined ? {} : { body: JSON.stringify(bodies[name] ?? {}) }),
    });
    expect([name, answer.status]).toEqual([name, 404]);
  });

  it("never lets a body refer to another tenant's things (T2)", async () => {
    const { client } = stranger;
    const { project_id: projectId = "", task_id: taskId = "", asset_id: assetId = "" } = own;
    expect(
      codeOf(
        await client.createExport({
          body: { project_id: projectId },
          idempotencyKey: "stranger-1",
        }),
      ),
    ).toBe("request.not-found");
    expect(codeOf(await client.estimateExport({ body: { project_id: projectId } }))).toBe(
      "request.not-found",
    );
    expect(codeOf(await client.createShare({ body: { task_id: taskId } }))).toBe(
      "request.not-found",
    );
    expect(codeOf(await client.createProject({ body: { name: "P", asset_ids: [assetId] } }))).toBe(
      "asset.missing",
    );
  });

  it("lists nothing of another tenant (T2)", async () => {
    const { client } = stranger;
    expect(must(await client.listAssets()).assets).toEqual([]);
    expect(must(await client.listFolders()).folders).toEqual([]);
    expect(must(await client.listProjects()).projects).toEqual([]);
    const { templates } = must(await client.listTemplates());
    expect(templates.filter((template) => !template.built_in)).toEqual([]);
    expect(must(await client.listTasks()).tasks).toEqual([]);
    expect(must(await client.listShares()).shares).toEqual([]);
  });

  it("holds by row security even in a query that forgets its tenant (T2)", async () => {
    const { project, task, ledgerAccount, asset, share } = schema;
    for (const table of [project, task, asset, share]) {
      const seen = await forTenant(stack.deps.database, stranger.tenantId, (tx) =>
        tx.select({ tenantId: table.tenantId }).from(table),
      );
      expect(seen).toEqual([]);
    }
    const accounts = await forTenant(stack.deps.database, stranger.tenantId, (tx) =>
      tx.select().from(ledgerAccount),
    );
    expect(new Set(accounts.map((row) => row.tenantId))).toEqual(new Set([stranger.tenantId]));
    const written = forTenant(stack.deps.database, stranger.tenantId, (tx) =>
      tx.insert(project).values({
        id: "project_planted",
        tenantId: owner.tenantId,
        userId: stranger.userId,
        name: "planted",
        revision: 0,
        settings: {},
        duration: 0,
      }),
    );
    await expect(written).rejects.toThrow(/insert into "project"/);
    const changed = await forTenant(stack.deps.database, stranger.tenantId, (tx) =>
      tx
        .update(project)
        .set({ name: "taken" })
        .where(sql`true`)
        .returning(),
    );
    expect(changed).toEqual([]);
  });
});

describe("scopes", () => {
  it("keep a key from what it was not made for, and from making a stronger key (T3)", async () => {
    const { client } = await stack.tenant({ scopes: ["assets:read", "keys:write"] });
    expect(codeOf(await client.listAssets())).toBe("ok");
    expect(codeOf(await client.listProjects())).toBe("auth.scope");
    const child = must(await client.createApiKey({ body: { name: "child" } }));
    expect(child.api_key.scopes).toEqual(["assets:read", "keys:write"]);
  });

  it("end with the key (T3)", async () => {
    const tenant = await stack.tenant();
    const made = must(await tenant.client.createApiKey({ body: { name: "short" } }));
    const client = stack.clientWith({ authorization: `Bearer ${made.secret}` });
    expect(codeOf(await client.getAccount())).toBe("ok");
    must(await tenant.client.revokeApiKey({ params: { api_key_id: made.api_key.id } }));
    expect(codeOf(await client.getAccount())).toBe("auth.required");
    const expired = must(
      await tenant.client.createApiKey({
        body: { name: "old", expires_at: "2020-01-01T00:00:00Z" },
      }),
    );
    const late = stack.clientWith({ authorization: `Bearer ${expired.secret}` });
    expect(codeOf(await late.getAccount())).toBe("auth.required");
  });
});
