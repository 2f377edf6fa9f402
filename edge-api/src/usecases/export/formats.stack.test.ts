import { EXPORT_FORMATS } from "@cutroom/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, must, putOutput, startStack, titleProject } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";

let stack: Stack;
let tenant: Tenant;
let projectId: string;
beforeAll(async () => {
  stack = await startStack();
  tenant = await stack.tenant();
  projectId = await titleProject(tenant.client, 5);
});
afterAll(() => stack.stop());

const beat = (worker: string, formats?: (typeof EXPORT_FORMATS)[number][]) =>
  stack.farm.registerWorker({
    params: { worker_id: worker },
    body: { pools: ["render"], slots: 1, ...(formats === undefined ? {} : { formats }) },
  });
const missing = async () => {
  const { formats } = must(await tenant.client.listExportFormats({}));
  return formats.filter((one) => !one.available).map((one) => one.format);
};
const submit = (spec: object, key: string) =>
  tenant.client.createExport({ body: { project_id: projectId, spec }, idempotencyKey: key });

describe("formats", () => {
  it("are those that every farm at work makes, and all when none has spoken", async () => {
    expect(await missing()).toEqual([]);
    must(await beat("farm-1", [...EXPORT_FORMATS]));
    must(await beat("farm-old"));
    expect(await missing()).toEqual([]);
    must(
      await beat(
        "farm-2",
        EXPORT_FORMATS.filter((format) => format !== "mp4-av1"),
      ),
    );
    expect(await missing()).toEqual(["mp4-av1"]);
    expect(codeOf(await submit({ format: "mp4-av1" }, "formats-av1-1"))).toBe(
      "export.format-unavailable",
    );
    must(await stack.farm.removeWorker({ params: { worker_id: "farm-2" } }));
    expect(await missing()).toEqual([]);
  });

  it("refuse what they cannot hold, in the estimate too", async () => {
    const spec = { format: "gif", resolution: 1080 } as const;
    const body = { project_id: projectId, spec };
    expect(codeOf(await tenant.client.estimateExport({ body }))).toBe("export.format-limit");
    expect(codeOf(await submit(spec, "formats-gif-1"))).toBe("export.format-limit");
    const sound = { project_id: projectId, spec: { format: "wav", resolution: 2160 } as const };
    expect(must(await tenant.client.estimateExport({ body: sound }))).toMatchObject({
      credits: 1,
      width: 0,
      frame_count: 0,
      duration_ms: 5_000,
    });
  });

  it("decide under which name and type a file is stored, downloaded and shared (T2)", async () => {
    const { task_id: taskId } = must(await submit({ format: "wav" }, "formats-wav-1"));
    await stack.settle();
    const worker_id = "farm-1";
    const { steps } = must(
      await stack.farm.claimNextStep({ body: { worker_id, pools: ["render"], limit: 1 } }),
    );
    const depth = await stack.farm.readPoolDepth({ params: { pool: "render" } });
    expect(must(depth)).toEqual({ waiting: 0, running: 1, wanted_slots: 1 });
    const [claimed] = steps;
    if (claimed?.job.kind !== "export") throw new Error("no export was handed out");
    const stored = await putOutput(claimed.job, "video", new Uint8Array([1, 2, 3]));
    const shape = { width: 0, height: 0, frame_count: 0, duration_ms: 5_000 };
    must(
      await stack.farm.completeStep({
        params: { step_id: claimed.step_id },
        body: {
          worker_id,
          attempt: claimed.attempt,
          outputs: [stored],
          result: { kind: "export", ...shape, engine: "test", cpu_ms: 1 },
        },
      }),
    );
    const link = must(await tenant.client.downloadExport({ params: { task_id: taskId } }));
    expect(link.file_name).toBe("Titles.wav");
    const served = await fetch(link.url);
    expect(served.headers.get("content-type")).toBe("audio/wav");
    const share = must(await tenant.client.createShare({ body: { task_id: taskId } }));
    const shown = must(
      await stack.clientWith({}).getPublicShare({ params: { token: share.token } }),
    );
    expect(shown).toMatchObject({ media: "sound", content_type: "audio/wav", stream: null });
  });
});
