import { registerWorker, schema } from "@cutroom/db";
import { titleClip } from "@cutroom/testkit";
import { HOT_SUBMITS } from "@cutroom/domain";
import type { PlanName } from "@cutroom/domain";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { codeOf, must, startStack } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { unreachable } from "../quota/quota.cases.ts";

const DURATION_FLICKS = 705_600_000;
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await registerWorker(stack.deps.database, { id: "w", pools: ["render"], slots: 1 });
});
afterAll(() => stack.stop());
/** Of one test; every workspace has a copy of it. */
let checksum: string;
beforeEach(() => {
  checksum = crypto.randomUUID().replaceAll("-", "").repeat(2);
});

/** A project of one workspace's copy of the content. */
async function copyFor({ client, tenantId, userId }: Tenant, bytes = checksum): Promise<string> {
  const id = stack.deps.ids.next("asset");
  const times = { startsAt: 0, duration: DURATION_FLICKS };
  await stack.deps.database.insert(schema.asset).values({
    id,
    tenantId,
    userId,
    name: "template.wav",
    state: "READY",
    sizeBytes: 10,
    contentType: "audio/wav",
    checksum: bytes,
    originalKey: `${tenantId}/original`,
    masterKey: `${tenantId}/master`,
    facts: {
      kind: "audio",
      duration: DURATION_FLICKS,
      video: null,
      audio: { sampleRate: 48_000, channels: 2, loudnessLufs: null, ...times },
    },
  });
  return must(await client.createProject({ body: { name: "Copy", asset_ids: [id] } })).id;
}

/** A template of two titles, with words of this workspace's own. */
async function titlesFor({ client, tenantId }: Tenant): Promise<string> {
  const { id, document } = must(await client.createProject({ body: { name: "Copy" } }));
  const track = Object.values(document.tracks).find((entry) => entry.kind === "text");
  const ops = ["one", "two"].map((name, at) => ({
    path: ["clips", name],
    value: {
      ...titleClip({
        id: name,
        trackId: track?.id ?? "",
        durationFlicks: DURATION_FLICKS,
        text: `${name} of ${tenantId}`,
      }),
      start: at * DURATION_FLICKS,
    },
  }));
  must(await client.patchProject({ params: { project_id: id }, body: { base_revision: 0, ops } }));
  return id;
}

const exportOf = (client: Tenant["client"], projectId: string) =>
  client.createExport({
    body: { project_id: projectId, spec: { resolution: 360 } },
    idempotencyKey: stack.deps.ids.next("key"),
  });

/** One more workspace that wants it. */
async function want(plan: PlanName = "free", bytes = checksum) {
  const tenant = await stack.tenant({ plan });
  return exportOf(tenant.client, await copyFor(tenant, bytes));
}

/** As many as may want one thing before it is hot; all of it waits. */
async function becomeHot(): Promise<void> {
  for (let count = 0; count < HOT_SUBMITS; count += 1) must(await want());
  await stack.settle();
}

describe("what everybody wants", () => {
  it("is refused to free work beyond its limit while work waits, with a time to come back (O3)", async () => {
    await becomeHot();
    const refused = await want();
    expect(refused).toMatchObject({
      ok: false,
      failure: { code: "platform.busy", status: 429, details: { retry_after_s: 30 } },
    });
    expect(codeOf(await want("free", "b".repeat(64)))).toBe("ok");
    expect(codeOf(await want("paid"))).toBe("ok");
  });

  it("is told by its titles where it has no file, whatever is written in them (O3)", async () => {
    const wantTitles = async (plan: PlanName = "free") => {
      const tenant = await stack.tenant({ plan });
      return codeOf(await exportOf(tenant.client, await titlesFor(tenant)));
    };
    for (let count = 0; count < HOT_SUBMITS; count += 1) expect(await wantTitles()).toBe("ok");
    await stack.settle();
    expect(await wantTitles()).toBe("platform.busy");
    expect(await wantTitles("paid")).toBe("ok");
  });

  it("leaves no place taken: whoever was refused comes in once nothing waits (C5)", async () => {
    await becomeHot();
    const tenant = await stack.tenant({ plan: "free" });
    const projectId = await copyFor(tenant);
    expect(codeOf(await exportOf(tenant.client, projectId))).toBe("platform.busy");
    await stack.deps.database.update(schema.step).set({ state: "EXPIRED" });
    expect(codeOf(await exportOf(tenant.client, projectId))).toBe("ok");
  });

  it("is not counted, and nobody refused for it, while the key-value store is away (C5)", async () => {
    await becomeHot();
    const tenant = await stack.tenant({ plan: "free" });
    const headers = { authorization: `Bearer ${tenant.apiKey}` };
    const over = stack.clientWith(headers, unreachable(stack.deps));
    expect(codeOf(await exportOf(over, await copyFor(tenant)))).toBe("ok");
  });
});
