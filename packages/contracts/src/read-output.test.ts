import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readOutput } from "./read-output.ts";

const list = z.object({
  deliveries: z.array(
    z.object({ id: z.string(), event: z.enum(["task.ended", "webhook.test"]), at: z.string() }),
  ),
});
const row = (event: string) => ({ id: "d1", event, at: "now", secret: "whsec_1" });

describe("an answer with a word of a newer version", () => {
  it("keeps the word and all other rows, and still drops what the contract does not name", () => {
    const answer = { deliveries: [row("webhook.test"), row("review.decided")] };
    const { value, unknown } = readOutput(list, answer);
    expect(value).toEqual({
      deliveries: [
        { id: "d1", event: "webhook.test", at: "now" },
        { id: "d1", event: "review.decided", at: "now" },
      ],
    });
    expect(unknown).toEqual(["deliveries.1.event"]);
    expect(answer.deliveries[1]).toEqual(row("review.decided"));
  });

  it("is refused when anything but a word is wrong with it", () => {
    const broken = { ...row("review.decided"), at: 5 };
    expect(() => readOutput(list, { deliveries: [broken] })).toThrow(z.ZodError);
    expect(() => readOutput(list, { deliveries: [{ ...row("x"), event: 7 }] })).toThrow(z.ZodError);
    expect(() => readOutput(z.object({ version: z.literal(1) }), { version: 2 })).toThrow(
      z.ZodError,
    );
  });
});
