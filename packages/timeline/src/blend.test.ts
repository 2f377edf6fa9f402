import { expect, it } from "vitest";
import { done, lay, refusal } from "./lanes.cases.ts";

it("a blend mode is kept until it is normal again, and only pictures have one", () => {
  const plain = lay({ "video-1": "A0-30", "text-1": "T0-30", "audio-1": "S0-30" });
  const set = (clipId: string, blend: "normal" | "screen") =>
    ({ type: "set-clip", clipIds: [clipId], changes: { blend } }) as const;
  const mixed = done(done(plain, set("A", "screen")), set("T", "screen"));
  expect(mixed.clips["A"]).toMatchObject({ blend: "screen" });
  expect(mixed.clips["T"]).toMatchObject({ blend: "screen" });
  expect(done(done(mixed, set("A", "normal")), set("T", "normal"))).toEqual(plain);
  expect(refusal(plain, set("S", "screen")).code).toBe("clip.kind");
});
