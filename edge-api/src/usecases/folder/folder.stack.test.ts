import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, must, startStack } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

async function file({ client }: Tenant, name: string): Promise<string> {
  const opened = must(await client.createUpload({ body: { file_name: name, size_bytes: 10 } }));
  return opened.asset.id;
}

describe("folders of the library", () => {
  it("hold files and folders, and are renamed and moved", async () => {
    const tenant = await stack.tenant();
    const { client } = tenant;
    const shots = must(await client.createFolder({ body: { name: "Shots", parent_id: null } }));
    const day = must(await client.createFolder({ body: { name: "Day", parent_id: shots.id } }));
    const ids = [await file(tenant, "a.mp4"), await file(tenant, "b.mp4")];
    must(await client.moveAssets({ body: { asset_ids: ids, folder_id: day.id } }));
    const listed = must(await client.listFolders()).folders;
    expect(listed.map(({ name, parent_id: parent }) => [name, parent])).toEqual([
      ["Day", shots.id],
      ["Shots", null],
    ]);
    expect(new Set(listed[0]?.asset_ids)).toEqual(new Set(ids));
    const params = { folder_id: day.id };
    const body = { name: "First day", parent_id: null };
    expect(must(await client.changeFolder({ params, body }))).toMatchObject(body);
    expect(
      codeOf(
        await client.changeFolder({
          params: { folder_id: shots.id },
          body: { parent_id: shots.id },
        }),
      ),
    ).toBe("folder.inside-itself");
  });

  it("lose nothing when they are deleted: what lies in them moves up", async () => {
    const tenant = await stack.tenant();
    const { client } = tenant;
    const outer = must(await client.createFolder({ body: { name: "Outer", parent_id: null } }));
    const inner = must(await client.createFolder({ body: { name: "Inner", parent_id: outer.id } }));
    const deep = must(await client.createFolder({ body: { name: "Deep", parent_id: inner.id } }));
    const id = await file(tenant, "c.mp4");
    must(await client.moveAssets({ body: { asset_ids: [id], folder_id: inner.id } }));
    must(await client.deleteFolder({ params: { folder_id: inner.id } }));
    const folders = must(await client.listFolders()).folders;
    expect(folders.find((one) => one.id === outer.id)?.asset_ids).toEqual([id]);
    expect(folders.find((one) => one.id === deep.id)?.parent_id).toBe(outer.id);
    must(await client.deleteFolder({ params: { folder_id: outer.id } }));
    expect(must(await client.listAssets()).assets.map((asset) => asset.id)).toEqual([id]);
  });

  it("take nothing of another workspace, and move all files or none (T2)", async () => {
    const [owner, stranger] = [await stack.tenant(), await stack.tenant()];
    const theirs = must(await owner.client.createFolder({ body: { name: "T", parent_id: null } }));
    const [own, foreign] = [await file(stranger, "d.mp4"), await file(owner, "e.mp4")];
    const { client } = stranger;
    const mine = must(await client.createFolder({ body: { name: "M", parent_id: null } }));
    const move = async (assetIds: string[], folderId: string) =>
      codeOf(await client.moveAssets({ body: { asset_ids: assetIds, folder_id: folderId } }));
    expect(await move([own, foreign], mine.id)).toBe("request.not-found");
    expect(await move([own], theirs.id)).toBe("request.not-found");
    expect(must(await client.listFolders()).folders).toMatchObject([{ asset_ids: [] }]);
    const inside = await client.createFolder({ body: { name: "X", parent_id: theirs.id } });
    expect(codeOf(inside)).toBe("request.not-found");
  });
});
