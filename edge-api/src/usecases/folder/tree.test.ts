import { describe, expect, it } from "vitest";
import { MAX_DEPTH, type Place, checkMove, checkRoom } from "./tree.ts";

/** f1 in the library, f2 in f1, and so on. */
const chain = (length: number): Place[] =>
  Array.from({ length }, (_, at) => ({
    id: `f${at + 1}`,
    parentId: at === 0 ? null : `f${at}`,
  }));

const said = (places: readonly Place[], id: string | null, parentId: string | null) => {
  const answer = id === null ? checkRoom(places, parentId, 1) : checkMove(places, id, parentId);
  return answer.ok ? "ok" : answer.failure.code;
};

describe("a folder", () => {
  it("lies in the library or in a folder that is there", () => {
    expect(said(chain(2), null, null)).toBe("ok");
    expect(said(chain(2), null, "f2")).toBe("ok");
    expect(said(chain(2), null, "elsewhere")).toBe("request.not-found");
  });

  it("never lies in itself, at whatever depth", () => {
    expect(said(chain(3), "f1", "f3")).toBe("folder.inside-itself");
    expect(said(chain(3), "f1", "f1")).toBe("folder.inside-itself");
    expect(said(chain(3), "f3", "f1")).toBe("ok");
  });

  it("lies no deeper than can be shown, with all that is in it", () => {
    expect(said(chain(MAX_DEPTH), null, `f${MAX_DEPTH - 1}`)).toBe("ok");
    expect(said(chain(MAX_DEPTH), null, `f${MAX_DEPTH}`)).toBe("folder.too-deep");
    const two = [...chain(MAX_DEPTH - 1), { id: "a", parentId: null }, { id: "b", parentId: "a" }];
    expect(said(two, "a", `f${MAX_DEPTH - 1}`)).toBe("folder.too-deep");
    expect(said(two, "a", `f${MAX_DEPTH - 2}`)).toBe("ok");
  });
});
