import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clipModel, generationCredits } from "../generate/models.ts";
import type { ModelName } from "../generate/models.ts";
import { refuseClip, refuseFrames } from "../generate/refuse-clip.ts";
import { ROUTED_MODELS, ableOf, routeClip } from "./route.ts";
import type { ModelStanding, RoutingSnapshot } from "./route.ts";
import { CALM, WORDS, snapshots, wishes } from "./routing.cases.ts";

const WELL: ModelStanding = { breaker: "CLOSED", openMs: 0, isProbed: false, restMs: 0 };
const namesOf = (route: { readonly candidates: readonly { readonly model: ModelName }[] }) =>
  route.candidates.map((one) => one.model);
const calmBut = (over: Partial<RoutingSnapshot>): RoutingSnapshot => ({ ...CALM, ...over });

describe("the choice among models", () => {
  it("never offers one that cannot, may not, is not here, is retired or costs too much (G4)", () => {
    fc.assert(
      fc.property(wishes, snapshots, (wish, snapshot) => {
        const { candidates, later } = routeClip(ROUTED_MODELS, wish, snapshot);
        for (const { model, credits } of [...candidates, ...later]) {
          const { vendor, regions } = clipModel(model);
          if (vendor === null) throw new Error("our own painter stands in for nobody");
          expect(refuseClip(model, wish) ?? refuseFrames(model, wish.mode, wish.frames)).toBeNull();
          expect(snapshot.here.has(vendor)).toBe(true);
          expect(snapshot.tenant.vendors?.includes(vendor) ?? true).toBe(true);
          expect(regions.every((one) => snapshot.tenant.regions?.includes(one) ?? true)).toBe(true);
          expect(snapshot.retired.has(model)).toBe(false);
          expect(credits).toBe(generationCredits(model, wish.durationMs));
          expect(credits).toBeLessThanOrEqual(wish.mostCredits ?? Infinity);
        }
      }),
    );
  });

  it("names every model once: now, later or never, each that is left out with its reason (G4)", () => {
    fc.assert(
      fc.property(wishes, snapshots, (wish, snapshot) => {
        const route = routeClip(ROUTED_MODELS, wish, snapshot);
        const all = [...route.candidates, ...route.later, ...route.never].map((one) => one.model);
        expect(all.toSorted()).toEqual(ROUTED_MODELS.toSorted());
      }),
    );
  });

  it("asks an open breaker nothing and a half-open one for one probe (G4)", () => {
    fc.assert(
      fc.property(wishes, snapshots, (wish, snapshot) => {
        for (const { model, isProbe } of routeClip(ROUTED_MODELS, wish, snapshot).candidates) {
          const { breaker, isProbed, restMs } = snapshot.standings.get(model) ?? WELL;
          expect(breaker).not.toBe("OPEN");
          expect(isProbe).toBe(breaker === "HALF_OPEN");
          expect(isProbe && isProbed).toBe(false);
          expect(restMs).toBe(0);
          expect(snapshot.tried.get(model) ?? 0).toBe(0);
        }
      }),
    );
  });

  it("puts free slots first and then the cheapest, whatever order it is asked in (G4)", () => {
    fc.assert(
      fc.property(wishes, snapshots, fc.nat(), (wish, snapshot, turn) => {
        const route = routeClip(ROUTED_MODELS, wish, snapshot);
        const at = turn % ROUTED_MODELS.length;
        const turned = [...ROUTED_MODELS.slice(at), ...ROUTED_MODELS.slice(0, at)];
        expect(routeClip(turned, wish, snapshot).candidates).toEqual(route.candidates);
        const keys = route.candidates.map((one) => [one.hasSlot ? 0 : 1, one.credits] as const);
        expect(keys).toEqual(keys.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]));
      }),
    );
  });

  it("takes the cheapest of all in a calm hour", () => {
    const route = routeClip(ROUTED_MODELS, WORDS, CALM);
    expect(namesOf(route)).toEqual([
      "self-hosted",
      "wan-2.2",
      "kling-3",
      "runway-gen4.5",
      "luma-ray-3.2",
    ]);
    expect(route.never).toEqual([
      { model: "veo-3.1-fast", reason: "duration_ms" },
      { model: "videos-api", reason: "duration_ms" },
    ]);
    expect(ableOf(route).at(-1)).toEqual({ model: "luma-ray-3.2", credits: 135 });
  });

  it("goes past one whose places are taken by what runs and what waits (G4)", () => {
    const loads = new Map([["self-hosted", { running: 0, waiting: 1, cap: 1 }]] as const);
    const route = routeClip(ROUTED_MODELS, WORDS, calmBut({ loads }));
    expect(namesOf(route).at(0)).toBe("wan-2.2");
    expect(namesOf(route).at(-1)).toBe("self-hosted");
  });

  it("keeps in mind those that can do it later, with the time", () => {
    const standings = new Map([
      ["wan-2.2", { ...WELL, breaker: "OPEN", openMs: 40_000 }],
      ["kling-3", { ...WELL, restMs: 7_000 }],
    ] as const);
    const route = routeClip(["kling-3", "wan-2.2"], WORDS, calmBut({ standings }));
    expect(route.candidates).toEqual([]);
    expect(route.later).toEqual([
      { model: "wan-2.2", credits: 10, reason: "open", delayMs: 40_000 },
      { model: "kling-3", credits: 55, reason: "resting", delayMs: 7_000 },
    ]);
  });
});
