import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, must, startStack, titleProject } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";

let stack: Stack;
let tenant: Tenant;
/** Five minutes at 30 frames a second. */
let projectId: string;
beforeAll(async () => {
  stack = await startStack();
  tenant = await stack.tenant();
  projectId = await titleProject(tenant.client, 300);
});
afterAll(() => stack.stop());

const frames = (start_frame: number, end_frame: number) => ({ start_frame, end_frame });
const estimate = async (spec: object) =>
  tenant.client.estimateExport({ body: { project_id: projectId, spec } });
const submit = (spec: object, key: string) =>
  tenant.client.createExport({ body: { project_id: projectId, spec }, idempotencyKey: key });

describe("an export of a range", () => {
  it("is as long and costs as much as its frames, estimated and reserved (E4, C6)", async () => {
    const whole = must(await estimate({}));
    const part = must(await estimate({ range: frames(300, 600) }));
    expect(part).toMatchObject({ frame_count: 300, duration_ms: 10_000 });
    expect(part.credits).toBeLessThan(whole.credits);
    expect(must(await estimate({ range: frames(0, 9_000) }))).toEqual(whole);
    const { task } = must(await submit({ range: frames(300, 600) }, "range-key-0001"));
    expect(task.credits.reserved).toBe(part.credits);
    expect(task.export?.range).toEqual(frames(300, 600));
    const again = await submit({ range: frames(300, 601) }, "range-key-0001");
    expect(codeOf(again)).toBe("idempotency.mismatch");
    // What is too long as a whole may be short enough in part.
    const gif = { format: "gif", resolution: 360 } as const;
    expect(codeOf(await estimate(gif))).toBe("export.format-limit");
    expect(must(await estimate({ ...gif, range: frames(300, 600) })).frame_count).toBe(150);
  });

  it("is refused where there is nothing between its ends, or not in the film (C4)", async () => {
    for (const range of [frames(60, 60), frames(60, 59), frames(0, 9_001), frames(9_000, 9_001)]) {
      expect(codeOf(await estimate({ range }))).toBe("export.range");
      expect(codeOf(await submit({ range }, "range-refused-1"))).toBe("export.range");
    }
    expect(codeOf(await estimate({ range: frames(-1, 60) }))).toBe("request.invalid");
  });
});
