import { describe, expect, it } from "vitest";
import { createStreamGate } from "./stream-gate.ts";

describe("the gate of event streams", () => {
  it("lets in as many as the limit says, and again one for each that leaves (C11)", () => {
    const gate = createStreamGate(2);
    const leave = gate.enter();
    expect(gate.enter()).not.toBeNull();
    expect(gate.enter()).toBeNull();
    leave?.();
    leave?.();
    expect(gate.enter()).not.toBeNull();
    expect(gate.enter()).toBeNull();
  });

  it("is busy long before it is full, so that fine progress goes first (C11, O3)", () => {
    const gate = createStreamGate(10);
    gate.enter();
    gate.enter();
    expect(gate.isBusy()).toBe(false);
    gate.enter();
    expect(gate.isBusy()).toBe(true);
  });
});
