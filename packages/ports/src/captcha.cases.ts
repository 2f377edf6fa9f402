/** What every captcha must do, whoever makes it. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Captcha } from "./captcha.ts";

export interface CaptchaCase {
  readonly captcha: Captcha;
  /** The same with another secret. */
  readonly stranger: Captcha;
  /** Does what the browser does. */
  readonly solve: (challenge: unknown) => Promise<string>;
  /** Changes a solution a little. */
  readonly spoil: (solution: string) => string;
}

export function captchaCases(open: () => Promise<CaptchaCase>): void {
  describe("captcha", () => {
    let parts: CaptchaCase;
    beforeAll(async () => {
      parts = await open();
    });
    const ask = (nowMs = Date.now()) => parts.captcha.challenge({ subject: "user_1/ref_1", nowMs });

    it("takes a solution for whom and what it was made, and for nothing else (C4)", async () => {
      const { challenge, expiresAtMs } = await ask();
      expect(expiresAtMs).toBeGreaterThan(Date.now());
      const solution = await parts.solve(challenge);
      const verify = (subject: string) => parts.captcha.verify({ subject, solution });
      expect(await verify("user_1/ref_1")).toBe(true);
      expect(await verify("user_2/ref_1")).toBe(false);
      expect(await verify("user_1/ref_2")).toBe(false);
    });

    it("takes no challenge that somebody else made, and no changed solution (C4)", async () => {
      const subject = "user_1/ref_1";
      const foreign = await parts.stranger.challenge({ subject, nowMs: Date.now() });
      const solution = await parts.solve(foreign.challenge);
      expect(await parts.captcha.verify({ subject, solution })).toBe(false);
      const own = await parts.solve((await ask()).challenge);
      expect(await parts.captcha.verify({ subject, solution: parts.spoil(own) })).toBe(false);
    });

    it("takes no solution that comes too late (C4)", async () => {
      const { challenge } = await ask(Date.now() - 86_400_000);
      const solution = await parts.solve(challenge);
      expect(await parts.captcha.verify({ subject: "user_1/ref_1", solution })).toBe(false);
    });

    it.each(["", "null", "{}", "[1]", '{"challenge":{},"solution":{}}', "%%%", "ü 视频"])(
      "refuses %j and does not throw",
      async (solution) => {
        expect(await parts.captcha.verify({ subject: "user_1/ref_1", solution })).toBe(false);
      },
    );
  });
}
