import { schema } from "@cutroom/db";
import { BUILT_IN_TEMPLATE_IDS, makeTemplate } from "@cutroom/timeline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, must, startStack, titleProject } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";

const SECOND = 705_600_000;
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

/** A film of the library that ingest has finished with. */
async function film({ tenantId, userId }: Tenant, name: string, lengthS: number): Promise<string> {
  const id = `asset_${name}_${tenantId}`.slice(0, 64);
  await stack.deps.database.insert(schema.asset).values({
    id,
    tenantId,
    userId,
    name,
    state: "READY",
    sizeBytes: 1,
    contentType: "video/mp4",
    checksum: "ab".repeat(32),
    originalKey: id,
    masterKey: `${id}_master`,
    masterSizeBytes: 1,
    proxyKey: `${id}_proxy`,
    facts: {
      kind: "video",
      duration: lengthS * SECOND,
      video: {
        width: 1920,
        height: 1080,
        rate: { n: 30, d: 1 },
        frameCount: lengthS * 30,
        hasAlpha: false,
        matrix: "bt709",
        range: "tv",
      },
      audio: null,
    },
  });
  return id;
}

/** A template of one title that is to be written anew, and a film that comes along. */
async function ownTemplate(tenant: Tenant) {
  const { client } = tenant;
  const projectId = await titleProject(client, 5);
  const { document } = must(await client.getProject({ params: { project_id: projectId } }));
  const wish = {
    slots: [],
    texts: [{ clipId: "title-1", label: "Headline" }],
    factsOf: () => null,
  };
  const content = makeTemplate(document, wish);
  const made = must(await client.createTemplate({ body: { name: "News", template: content } }));
  return { made, content };
}

describe("templates", () => {
  it("of the house are everybody's, and nobody's to change (J2)", async () => {
    const { client } = await stack.tenant();
    const { templates } = must(await client.listTemplates());
    expect(templates.map(({ id }) => id)).toEqual(BUILT_IN_TEMPLATE_IDS);
    const params = { template_id: "quote-card" };
    expect(must(await client.getTemplate({ params })).built_in).toBe(true);
    expect(codeOf(await client.deleteTemplate({ params }))).toBe("request.not-found");
    expect(codeOf(await client.renameTemplate({ params, body: { name: "Mine" } }))).toBe(
      "request.not-found",
    );
  });

  it("make projects that are saved, edited and exported like any other (J2, E1)", async () => {
    const tenant = await stack.tenant();
    const shot = await film(tenant, "shot", 12);
    const made = must(
      await tenant.client.createProjectFromTemplate({
        params: { template_id: "title-and-shots" },
        body: { name: "Mine", media: { "shot-1": shot }, texts: { title: "Hello" } },
      }),
    );
    expect(made).toMatchObject({ name: "Mine", revision: 0 });
    expect(made.document.clips["title"]).toMatchObject({ text: "Hello" });
    expect(made.document.clips["shot-1"]).toMatchObject({ assetId: shot });
    expect(made.document.clips["shot-2"]).toMatchObject({ kind: "text", text: "Second shot" });
    const params = { project_id: made.id };
    const patch = { base_revision: 0, ops: [{ path: ["clips", "title", "text"], value: "Bye" }] };
    expect(must(await tenant.client.patchProject({ params, body: patch })).revision).toBe(1);
    const used = await tenant.client.deleteAsset({ params: { asset_id: shot } });
    expect(codeOf(used)).toBe("asset.in-use");
  });

  it("say by field what does not fit, so that a batch can be mended (J3)", async () => {
    const tenant = await stack.tenant();
    const brief = await film(tenant, "brief", 1);
    const order = (body: object) =>
      tenant.client.createProjectFromTemplate({
        params: { template_id: "before-after" },
        body: { ...body },
      });
    expect(await order({ media: { before: brief } })).toMatchObject({
      failure: {
        code: "template.choice",
        details: { field: "before", reason: "template.too-short", needed_ms: 1_750 },
      },
    });
    expect(await order({ texts: { tilte: "x" } })).toMatchObject({
      failure: { code: "template.choice", details: { field: "tilte" } },
    });
    expect(codeOf(await order({ media: { before: "asset_of_nobody" } }))).toBe("asset.missing");
    expect(must(await tenant.client.listProjects()).projects).toEqual([]);
  });

  it("of a workspace are kept, renamed, filled and deleted; their projects stay", async () => {
    const tenant = await stack.tenant();
    const { client } = tenant;
    const { made } = await ownTemplate(tenant);
    const params = { template_id: made.id };
    expect(must(await client.renameTemplate({ params, body: { name: "Late news" } })).name).toBe(
      "Late news",
    );
    const [first] = must(await client.listTemplates()).templates;
    expect(first).toMatchObject({ id: made.id, name: "Late news", built_in: false });
    const body = { texts: { "text-1": "Rain" } };
    const project = must(await client.createProjectFromTemplate({ params, body }));
    expect(project).toMatchObject({ name: "Late news" });
    expect(project.document.clips["title-1"]).toMatchObject({ text: "Rain" });
    must(await client.deleteTemplate({ params }));
    expect(codeOf(await client.getTemplate({ params }))).toBe("request.not-found");
    expect(codeOf(await client.getProject({ params: { project_id: project.id } }))).toBe("ok");
  });

  it("keep the files that they bring along in the library (M4)", async () => {
    const tenant = await stack.tenant();
    const { client } = tenant;
    const logo = await film(tenant, "logo", 3);
    const project = must(await client.createProject({ body: { name: "Logo", asset_ids: [logo] } }));
    const content = makeTemplate(project.document, { slots: [], texts: [], factsOf: () => null });
    const made = must(await client.createTemplate({ body: { name: "Logo", template: content } }));
    must(await client.deleteProject({ params: { project_id: project.id } }));
    const remove = () => client.deleteAsset({ params: { asset_id: logo } });
    expect(codeOf(await remove())).toBe("asset.in-use");
    must(await client.deleteTemplate({ params: { template_id: made.id } }));
    expect(codeOf(await remove())).toBe("ok");
  });

  it("that nothing could fill are refused with what is wrong", async () => {
    const tenant = await stack.tenant();
    const { content } = await ownTemplate(tenant);
    const slot = { id: "shot", label: "Shot", hint: "", minFlicks: 0 } as const;
    const unused = { ...slot, accepts: "picture", length: "auto", cover: true } as const;
    const refused = await tenant.client.createTemplate({
      body: { name: "Odd", template: { ...content, slots: [unused] } },
    });
    expect(refused).toMatchObject({
      failure: { code: "template.invalid", details: { reason: "slot.unused", of: "shot" } },
    });
  });
});
