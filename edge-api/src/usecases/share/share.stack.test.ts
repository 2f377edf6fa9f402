import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  codeOf,
  exportOutcome,
  must,
  putOutput,
  render,
  startStack,
  stepOf,
  titleProject,
} from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";

let stack: Stack;
let tenant: Tenant;
let taskId: string;
beforeAll(async () => {
  stack = await startStack();
  tenant = await stack.tenant();
  const projectId = await titleProject(tenant.client, 5);
  const made = must(
    await tenant.client.createExport({
      body: { project_id: projectId },
      idempotencyKey: "share-00001",
    }),
  );
  taskId = made.task_id;
  const early = await tenant.client.createShare({ body: { task_id: taskId } });
  if (early.ok || early.failure.code !== "task.no-output") throw new Error("no output yet");
  await stack.settle();
  await render(stack, taskId);
});
afterAll(() => stack.stop());

const anyone = () => stack.clientWith({});
const open = (token: string) => anyone().getPublicShare({ params: { token } });

describe("a public link", () => {
  it("shows a stranger the video and nothing of the account (M5)", async () => {
    const share = must(await tenant.client.createShare({ body: { task_id: taskId, title: "T" } }));
    const seen = must(await open(share.token));
    expect(Object.keys(seen).toSorted((a, b) => a.localeCompare(b))).toEqual([
      "content_type",
      "download_url",
      "duration_ms",
      "filmstrip",
      "height",
      "media",
      "plays",
      "poster_url",
      "provenance",
      "stream",
      "title",
      "video_url",
      "width",
    ]);
    const text = JSON.stringify(seen);
    for (const hidden of [tenant.userId, taskId, share.id, "example.com"]) {
      expect(text).not.toContain(hidden);
    }
    const video = await fetch(seen.video_url, { headers: { range: "bytes=0-1" } });
    expect(video.ok).toBe(true);
  });

  it("shows the small pictures of a film that has them, by a link that works (M5)", async () => {
    const plain = must(await tenant.client.createShare({ body: { task_id: taskId } }));
    expect(must(await open(plain.token)).filmstrip).toBeNull();
    const projectId = await titleProject(tenant.client, 5);
    const { task_id: film } = must(
      await tenant.client.createExport({
        body: { project_id: projectId },
        idempotencyKey: "share-00002",
      }),
    );
    await stack.settle();
    const params = { step_id: (await stepOf(stack, film)).id };
    const claimed = must(await stack.farm.claimStep({ params, body: { worker_id: "w1" } }));
    const bytes = new Uint8Array([1, 2, 3]);
    const outputs = [
      await putOutput(claimed.job, "video", bytes),
      await putOutput(claimed.job, "filmstrip", bytes),
    ];
    const tiles = { tile_width: 160, tile_height: 90, columns: 10, count: 3, interval_ms: 2_000 };
    const result = { ...exportOutcome, filmstrip: tiles };
    const body = { worker_id: "w1", attempt: claimed.attempt, outputs, result };
    must(await stack.farm.completeStep({ params, body }));
    const share = must(await tenant.client.createShare({ body: { task_id: film } }));
    const { filmstrip } = must(await open(share.token));
    expect(filmstrip).toMatchObject(tiles);
    expect(new Uint8Array(await (await fetch(filmstrip?.url ?? "")).arrayBuffer())).toEqual(bytes);
  });

  it("is gone once revoked, and for good (M5)", async () => {
    const share = must(await tenant.client.createShare({ body: { task_id: taskId } }));
    expect(codeOf(await open(share.token))).toBe("ok");
    must(await tenant.client.revokeShare({ params: { share_id: share.id } }));
    must(await tenant.client.revokeShare({ params: { share_id: share.id } }));
    expect(await open(share.token)).toMatchObject({ failure: { code: "share.gone", status: 410 } });
  });

  it("is gone when it has expired (M5)", async () => {
    const share = must(
      await tenant.client.createShare({
        body: { task_id: taskId, expires_at: "2020-01-01T00:00:00Z" },
      }),
    );
    expect(codeOf(await open(share.token))).toBe("share.gone");
  });

  it("gives no download where the owner allows none", async () => {
    const share = must(
      await tenant.client.createShare({ body: { task_id: taskId, allow_download: false } }),
    );
    expect(must(await open(share.token)).download_url).toBeNull();
  });

  it("is copied again by its owner from what is stored sealed, and guessed by nobody (M5)", async () => {
    const share = must(await tenant.client.createShare({ body: { task_id: taskId } }));
    const { shares } = must(await tenant.client.listShares({ query: { task_id: taskId } }));
    expect(shares.find((row) => row.id === share.id)?.url).toBe(share.url);
    expect(share.url).toBe(`${stack.env.WEB_URL}/s/${share.token}`);
    expect(codeOf(await open("a".repeat(32)))).toBe("request.not-found");
    expect(codeOf(await open("short"))).toBe("request.not-found");
  });
});
