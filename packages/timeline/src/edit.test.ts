import { describe, expect, test } from "vitest";
import { z } from "zod";
import { applyEdit, editSchema } from "./edit.ts";
import type { Edit } from "./edit.ts";
import { EDIT_FAILURES } from "./failure-codes.ts";
import { FRAME, lay, must } from "./lanes.cases.ts";

const document = lay({ "video-1": "A0-30" });

describe("edits as data", () => {
  test("every edit can be described to a client as JSON Schema", () => {
    const schema = z.toJSONSchema(editSchema, { io: "input" });
    expect(schema.oneOf ?? schema.anyOf).toHaveLength(editSchema.options.length);
  });

  test.each([
    [{ type: "explode" }, "type"],
    [{ type: "lift", clipIds: [] }, "clipIds"],
    [{ type: "lift", clipIds: ["__proto__"] }, "clipIds/0"],
    [
      { type: "trim-clip", clipId: "A", edge: "start", deltaFlicks: 0.5, ripple: "none" },
      "deltaFlicks",
    ],
    [{ type: "lift", clipIds: ["A"], surprise: true }, ""],
  ])("refuses %j by the path of what is wrong", (edit, path) => {
    const refused = applyEdit(document, edit as unknown as Edit);
    expect(refused).toEqual({ ok: false, failure: { code: "edit.schema", details: { path } } });
  });

  test("the patch is what changed, both ways", () => {
    const { patch } = must(
      applyEdit(document, {
        type: "trim-clip",
        clipId: "A",
        edge: "end",
        deltaFlicks: -5 * FRAME,
        ripple: "none",
      }),
    );
    expect(patch).toEqual({
      forward: [{ path: ["clips", "A", "duration"], value: 25 * FRAME }],
      inverse: [{ path: ["clips", "A", "duration"], value: 30 * FRAME }],
    });
  });

  test("codes are a list without doubles", () => {
    expect(new Set(EDIT_FAILURES).size).toBe(EDIT_FAILURES.length);
  });
});
