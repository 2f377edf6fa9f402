import { describe, expect, test } from "vitest";
import { SCHEMA_VERSION } from "../document.ts";
import { FRAME, lay, must } from "../lanes.cases.ts";
import { MIGRATIONS, climb, migrateDocument } from "./migrate-document.ts";
import type { Migration } from "./migrate-document.ts";

const document = lay({ "video-1": "A0-30 B30-60" });

describe("migrateDocument", () => {
  test("today's version comes back as it was, from its JSON", () => {
    const json: unknown = JSON.parse(JSON.stringify(document));
    expect(must(migrateDocument(json))).toEqual(document);
  });

  test("a version of the future is refused, not guessed at", () => {
    expect(migrateDocument({ ...document, schemaVersion: SCHEMA_VERSION + 1 })).toEqual({
      ok: false,
      failure: {
        code: "document.too-new",
        details: { version: SCHEMA_VERSION + 1, target: SCHEMA_VERSION },
      },
    });
  });

  test.each([
    [null, "document.unreadable"],
    ["text", "document.unreadable"],
    [{}, "document.unreadable"],
    [{ schemaVersion: "1" }, "document.unreadable"],
    [{ schemaVersion: 0 }, "document.too-old"],
    [{ schemaVersion: 1 }, "document.invalid"],
    [{ ...document, extra: 1 }, "document.invalid"],
    [{ ...document, trackOrder: [] }, "document.breaks-rule"],
  ])("refuses %j with %s", (json, code) => {
    expect(migrateDocument(json)).toMatchObject({ ok: false, failure: { code } });
  });

  test("steps are taken one version at a time, in order, and never change what they were given", () => {
    const steps: Migration[] = [
      { from: 2, up: (old) => ({ ...old, trail: `${String(old["trail"])} 2` }) },
      { from: 1, up: (old) => ({ ...old, trail: "1" }) },
    ];
    const old = Object.freeze({ schemaVersion: 1 });
    expect(must(climb(old, steps, 3))).toEqual({ schemaVersion: 3, trail: "1 2" });
    expect(climb({ schemaVersion: 1 }, steps.slice(0, 1), 3)).toMatchObject({
      failure: { code: "document.too-old" },
    });
  });

  test("the registered steps lead from the base version to today's without a hole", () => {
    expect(MIGRATIONS.map((step) => step.from)).toEqual(
      Array.from({ length: SCHEMA_VERSION - 1 }, (_, index) => index + 1),
    );
  });

  test("a stored document whose clips overlap is not opened (T6)", () => {
    const [clip] = Object.values(document.clips);
    const broken = {
      ...document,
      clips: { ...document.clips, A: { ...clip, duration: 31 * FRAME } },
    };
    expect(migrateDocument(broken)).toMatchObject({ failure: { details: { rule: "T6" } } });
  });
});
