import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { VENDOR_FAILURES } from "../generate/vendor-status.ts";
import { dispatchClip, mayGoElsewhere } from "./dispatch.ts";
import { ROUTED_MODELS, routeClip } from "./route.ts";
import { CALM, WORDS, snapshots, wishes } from "./routing.cases.ts";

const open = { breaker: "OPEN", openMs: 30_000, isProbed: false, restMs: 0 } as const;

describe("a clip whose turn it is", () => {
  it("is sent only to what can make it now, and moved only to what can make it at all (G4)", () => {
    fc.assert(
      fc.property(
        wishes,
        snapshots,
        fc.constantFrom(...ROUTED_MODELS),
        (wish, snapshot, current) => {
          const route = routeClip(ROUTED_MODELS, wish, snapshot);
          const able = [...route.candidates, ...route.later].map((one) => one.model);
          const now = route.candidates.map((one) => one.model);
          const done = dispatchClip(current, route);
          const isRight = {
            send: now.includes(current),
            move: done.kind === "move" && able.includes(done.to) && done.to !== current,
            wait: able.includes(current) && now.length === 0,
            refuse: able.length === 0,
          };
          expect(isRight[done.kind]).toBe(true);
        },
      ),
    );
  });

  it("never wanders where only one model was asked for", () => {
    fc.assert(
      fc.property(wishes, snapshots, (wish, snapshot) => {
        const route = routeClip(["kling-3"], wish, snapshot);
        expect(dispatchClip("kling-3", route).kind).not.toBe("move");
      }),
    );
  });

  it("keeps its model while that can do it, dearer or not", () => {
    const route = routeClip(ROUTED_MODELS, WORDS, CALM);
    expect(dispatchClip("luma-ray-3.2", route)).toEqual({ kind: "send", isProbe: false });
  });

  it("leaves an open breaker for the best of the others, and waits where there is none", () => {
    const snapshot = { ...CALM, standings: new Map([["wan-2.2", open] as const]) };
    const all = routeClip(ROUTED_MODELS, WORDS, snapshot);
    expect(dispatchClip("wan-2.2", all)).toEqual({ kind: "move", to: "self-hosted" });
    const one = routeClip(["wan-2.2"], WORDS, snapshot);
    expect(dispatchClip("wan-2.2", one)).toEqual({ kind: "wait", delayMs: 30_000, reason: "open" });
  });

  it("says why nobody can make it any more", () => {
    const route = routeClip(["kling-3"], WORDS, { ...CALM, here: new Set() });
    expect(dispatchClip("kling-3", route)).toEqual({ kind: "refuse", reason: "vendor_missing" });
  });
});

it("words that one vendor refuses are not carried to the next; nor is what one finds invalid (G4, C10)", () => {
  expect(VENDOR_FAILURES.filter(mayGoElsewhere)).toEqual([
    "auth",
    "quota",
    "concurrency",
    "rate_limited",
    "vendor_error",
  ]);
});
