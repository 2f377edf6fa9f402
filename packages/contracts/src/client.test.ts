import { describe, expect, it } from "vitest";
import { createClient, endpointUrl } from "./client.ts";
import type { FetchLike } from "./client.ts";

function recording(status: number, body: string) {
  const sent: { url: string; init: Parameters<FetchLike>[1] }[] = [];
  const fetch: FetchLike = async (url, init) => {
    sent.push({ url, init });
    return new Response(body, { status });
  };
  return { sent, client: createClient({ baseUrl: "http://api", fetch }) };
}

describe("createClient", () => {
  it("fills the path and the query and sends the idempotency key as a header (C4)", async () => {
    const { sent, client } = recording(500, "oops");
    await client.getTask({ params: { task_id: "a/b" }, query: { wait_s: 5 } });
    await client.createExport({ body: { project_id: "p" }, idempotencyKey: "key-12345" });
    expect(sent[0]?.url).toBe("http://api/v1/tasks/a%2Fb?wait_s=5");
    expect(sent[1]?.init.headers["idempotency-key"]).toBe("key-12345");
    expect(sent[1]?.init.body).toBe('{"project_id":"p"}');
  });

  it("answers a problem as a value with its code", async () => {
    const body = { type: "x/lease.lost", code: "lease.lost", title: "t", status: 409 };
    const { client } = recording(409, JSON.stringify(body));
    const answer = await client.deleteAsset({ params: { asset_id: "a" } });
    expect(answer).toEqual({ ok: false, failure: body });
  });

  it("turns foreign error pages and a dead network into service.unavailable", async () => {
    const { client } = recording(502, "<html>bad gateway</html>");
    const down = createClient({
      baseUrl: "http://api",
      fetch: async () => {
        throw new TypeError("fetch failed");
      },
    });
    expect(await client.getAccount()).toMatchObject({ failure: { code: "service.unavailable" } });
    expect(await down.getAccount()).toMatchObject({ failure: { code: "service.unavailable" } });
  });

  it("gives undefined for 204 and the parsed output otherwise", async () => {
    const none = createClient({
      baseUrl: "http://api",
      fetch: async () => new Response(null, { status: 204 }),
    });
    const { client } = recording(200, '{"shares":[],"surplus":1}');
    expect(await none.revokeShare({ params: { share_id: "s" } })).toEqual({
      ok: true,
      value: undefined,
    });
    expect(await client.listShares()).toEqual({ ok: true, value: { shares: [] } });
  });

  it("leaves absent query values out", () => {
    expect(endpointUrl("http://api", "/v1/assets", {}, { cursor: undefined, limit: 2 })).toBe(
      "http://api/v1/assets?limit=2",
    );
  });
});
