import { schema } from "@cutroom/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, must, startStack, titleProject } from "../../stack.cases.ts";
import type { Stack } from "../../stack.cases.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

async function renamed(
  client: Awaited<ReturnType<Stack["tenant"]>>["client"],
  id: string,
  count: number,
) {
  for (let revision = 1; revision <= count; revision += 1) {
    must(
      await client.patchProject({
        params: { project_id: id },
        body: {
          base_revision: revision,
          ops: [{ path: ["clips", "title-1", "name"], value: `name ${revision + 1}` }],
        },
      }),
    );
  }
}

describe("the versions of a project", () => {
  it("are found by their name among many, and say what they hold (E1)", async () => {
    const { client } = await stack.tenant();
    const id = await titleProject(client, 5);
    await renamed(client, id, 6);
    const params = { project_id: id, revision: 3 };
    const named = must(await client.nameProjectVersion({ params, body: { name: "First cut" } }));
    expect(named).toMatchObject({ revision: 3, name: "First cut", clip_count: 1 });
    must(await client.nameProjectVersion({ params, body: { name: "Rough cut" } }));
    const { versions } = must(await client.listProjectVersions({ params: { project_id: id } }));
    expect(versions[0]).toMatchObject({ revision: 7, name: null });
    expect(versions.find(({ revision }) => revision === 3)?.name).toBe("Rough cut");
    const old = must(
      await client.getProject({ params: { project_id: id }, query: { revision: 3 } }),
    );
    expect(old.document.clips["title-1"]?.name).toBe("name 3");
    must(await client.unnameProjectVersion({ params }));
    const after = must(await client.listProjectVersions({ params: { project_id: id } }));
    expect(after.versions.every(({ name }) => name === null)).toBe(true);
  });

  it("keep their files in the library as long as they are named (M4)", async () => {
    const { client, tenantId, userId } = await stack.tenant();
    const duration = 705_600_000;
    const audio = { sampleRate: 48_000, channels: 2, startsAt: 0, duration, loudnessLufs: null };
    const assetId = `asset_of_${tenantId}`;
    await stack.deps.database.insert(schema.asset).values({
      id: assetId,
      tenantId,
      userId,
      name: "sound.wav",
      state: "READY",
      sizeBytes: 10,
      contentType: "audio/wav",
      checksum: "a".repeat(64),
      originalKey: `${tenantId}/original`,
      masterKey: `${tenantId}/master`,
      facts: { kind: "audio", duration, video: null, audio },
    });
    const made = must(await client.createProject({ body: { name: "P", asset_ids: [assetId] } }));
    const params = { project_id: made.id, revision: 0 };
    must(await client.nameProjectVersion({ params, body: { name: "With the sound" } }));
    const [clipId = ""] = Object.keys(made.document.clips);
    const ops = [{ path: ["clips", clipId], remove: true as const }];
    must(
      await client.patchProject({
        params: { project_id: made.id },
        body: { base_revision: 0, ops },
      }),
    );
    expect(codeOf(await client.deleteAsset({ params: { asset_id: assetId } }))).toBe(
      "asset.in-use",
    );
    must(await client.unnameProjectVersion({ params }));
    must(await client.deleteAsset({ params: { asset_id: assetId } }));
    expect(codeOf(await client.nameProjectVersion({ params, body: { name: "Again" } }))).toBe(
      "asset.missing",
    );
  });
});
