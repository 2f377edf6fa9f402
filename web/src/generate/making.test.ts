import type { Asset, Task } from "@cutroom/contracts";
import { describe, expect, it } from "vitest";
import { makingOf } from "./making.ts";

const timestamps = { output_fetch_started_at: null };
const taskOf = (over: object) =>
  ({
    state: "RUNNING",
    progress: 40,
    cancel_requested_at: null,
    output: null,
    generation: { model: "procedural" },
    timestamps,
    ...over,
  }) as Task;
const assetOf = (state: Asset["state"]) => ({ state, progress: 0 }) as Asset;
const stateOf = (over: object) => makingOf(taskOf(over), assetOf("PROCESSING"))?.state;

describe("a clip that is being made", () => {
  it("tells every stage by its own word (C13)", () => {
    expect(stateOf({ state: "CREATED" })).toBe("accepted");
    expect(stateOf({ state: "QUEUED" })).toBe("waiting");
    expect(stateOf({})).toBe("painting");
    expect(stateOf({ generation: { model: "kling-3" } })).toBe("generating");
    expect(stateOf({ timestamps: { output_fetch_started_at: "2026-01-01T00:00:00Z" } })).toBe(
      "fetching",
    );
    expect(stateOf({ output: {} })).toBe("preparing");
    expect(stateOf({ cancel_requested_at: "2026-01-01T00:00:00Z" })).toBe("canceling");
    expect(stateOf({ state: "CANCELED", cancel_requested_at: "2026-01-01T00:00:00Z" })).toBe(
      "canceled",
    );
    expect(stateOf({ state: "FAILED" })).toBe("failed");
    expect(stateOf({ state: "EXPIRED" })).toBe("failed");
  });

  it("shows a number only while somebody works on it, and nothing once its file is there", () => {
    expect(makingOf(taskOf({}), assetOf("PROCESSING"))?.percent).toBe(40);
    expect(makingOf(taskOf({ state: "QUEUED" }), assetOf("PROCESSING"))?.percent).toBeNull();
    expect(makingOf(taskOf({}), assetOf("READY"))).toBeNull();
    expect(makingOf(undefined, assetOf("REFUSED"))?.state).toBe("failed");
  });
});
