import { TRANSITION_KINDS } from "@cutroom/timeline";
import { expect, it } from "vitest";
import { TRANSITION_FAMILIES } from "./transition-families.ts";

it("every transition is in the browser once", () => {
  const listed: readonly string[] = Object.values(TRANSITION_FAMILIES).flat();
  expect(listed.toSorted()).toEqual([...TRANSITION_KINDS].toSorted());
});
