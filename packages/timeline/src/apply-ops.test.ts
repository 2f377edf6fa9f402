import { describe, expect, test } from "vitest";
import { applyOps } from "./apply-ops.ts";
import { diffDocuments, makePatch } from "./diff-documents.ts";
import { lay, mediaAt, must } from "./lanes.cases.ts";
import { patchOp } from "./patch.ts";
import type { PatchOp } from "./patch.ts";

const document = lay({ "video-1": "A0-30 B30-60", "audio-1": "M0-60" });
const codeOf = (ops: PatchOp[]) => {
  const applied = applyOps(document, ops);
  return applied.ok ? "ok" : applied.failure.code;
};

describe("applying operations", () => {
  test("sets one path and keeps the identity of everything beside it", () => {
    const after = must(
      applyOps(document, [{ path: ["clips", "A", "transform", "x"], value: 0.5 }]),
    );
    expect(after.clips["A"]).toMatchObject({ transform: { x: 0.5 } });
    expect(document.clips["A"]).toMatchObject({ transform: { x: 0 } });
    expect(after.clips["B"]).toBe(document.clips["B"]);
    expect(after.tracks).toBe(document.tracks);
    expect(after.settings).toBe(document.settings);
    expect(after.clips["A"]).not.toBe(document.clips["A"]);
  });

  test("no operations give the very same document", () => {
    expect(must(applyOps(document, []))).toBe(document);
  });

  test("operations see the ones before them", () => {
    const clip = mediaAt("N", "video-2", [0, 10]);
    const after = must(
      applyOps(document, [
        { path: ["clips", "N"], value: clip },
        { path: ["clips", "N", "opacity"], value: 0.25 },
        { path: ["clips", "M"], remove: true },
      ]),
    );
    expect(after.clips["N"]).toEqual({ ...clip, opacity: 0.25 });
    expect(Object.keys(after.clips).toSorted()).toEqual(["A", "B", "N"]);
    expect(clip.opacity).toBe(1);
  });

  test.each([
    [["__proto__", "polluted"]],
    [["clips", "__proto__", "polluted"]],
    [["clips", "constructor", "prototype"]],
    [["clips", "toString"]],
    [["clips", "nobody", "start"]],
    [["trackOrder", "0"]],
  ])("refuses the path %j and leaves every prototype alone", (path) => {
    expect(codeOf([{ path, value: 1 }])).toBe("patch.path");
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("refuses a value that carries a prototype key", () => {
    const value = JSON.parse('{"id":"x","__proto__":{"polluted":1}}') as { id: string };
    expect(codeOf([{ path: ["markers", "x"], value }])).toBe("patch.path");
  });

  test("refuses to remove what is not there", () => {
    expect(codeOf([{ path: ["clips", "nobody"], remove: true }])).toBe("patch.path");
  });

  test("refuses a result with another shape, and says where", () => {
    expect(applyOps(document, [{ path: ["clips", "A", "opacity"], value: 2 }])).toMatchObject({
      failure: { code: "patch.schema", details: { path: "clips/A/opacity" } },
    });
    expect(codeOf([{ path: ["clips", "A", "colour"], value: "red" }])).toBe("patch.schema");
    expect(codeOf([{ path: ["settings"], remove: true }])).toBe("patch.schema");
    expect(codeOf([{ path: ["clips"], value: [] }])).toBe("patch.schema");
  });

  test("an entity that was sound once is checked again after each change to it", () => {
    const after = must(applyOps(document, [{ path: ["clips", "A", "opacity"], value: 0.5 }]));
    const bad = applyOps(after, [{ path: ["clips", "A", "opacity"], value: -1 }]);
    expect(bad).toMatchObject({ failure: { code: "patch.schema" } });
  });

  test("refuses a result that breaks a rule, and names it (T6)", () => {
    expect(applyOps(document, [{ path: ["clips", "B", "start"], value: 0 }])).toMatchObject({
      failure: { code: "patch.rule", details: { rule: "T6" } },
    });
  });
});

describe("the difference of two documents", () => {
  test("is one operation for each value that differs, at its own path", () => {
    const after = must(
      applyOps(document, [
        { path: ["clips", "A", "audio", "gainDb"], value: -6 },
        { path: ["clips", "A", "opacity"], value: 0.5 },
        { path: ["clips", "B"], remove: true },
      ]),
    );
    const ops = diffDocuments(document, after);
    expect(ops).toHaveLength(3);
    expect(ops).toContainEqual({ path: ["clips", "B"], remove: true });
    expect(ops).toContainEqual({ path: ["clips", "A", "opacity"], value: 0.5 });
    expect(ops).toContainEqual({ path: ["clips", "A", "audio", "gainDb"], value: -6 });
    for (const op of ops) expect(patchOp.parse(op)).toEqual(op);
  });

  test("replaces a rate and a list whole", () => {
    const after = {
      ...document,
      settings: { ...document.settings, rate: { n: 60, d: 1 } },
      trackOrder: document.trackOrder.toReversed(),
    };
    const { forward, inverse } = makePatch(document, after);
    expect(forward.map((op) => op.path.join("/"))).toEqual(["settings/rate", "trackOrder"]);
    expect(must(applyOps(after, inverse))).toEqual(document);
  });

  test("of equal documents is empty, whatever their identity", () => {
    expect(
      diffDocuments(document, JSON.parse(JSON.stringify(document)) as typeof document),
    ).toEqual([]);
  });
});
