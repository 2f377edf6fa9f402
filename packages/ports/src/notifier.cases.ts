/** What every notifier must do, whoever makes it. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Notifier } from "./notifier.ts";

export interface Heard {
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: string;
}

export interface NotifierCase {
  readonly notifier: Notifier;
  /** A new URL; `answer` gives the status, or null to never answer. */
  readonly receive: (
    answer: () => { status: number; headers?: Record<string, string> } | null,
  ) => Promise<{ url: string; heard: readonly Heard[] }>;
  /** Checks a message as its receiver does; throws when it was not signed with `secret`. */
  readonly verify: (heard: Heard, secret: string) => void;
  readonly secret: string;
  readonly otherSecret: string;
}

/** @param open a notifier that may call the receiver, and waits at most a second. */
export function notifierCases(open: () => Promise<NotifierCase>): void {
  describe("notifier", () => {
    let parts: NotifierCase;
    beforeAll(async () => {
      parts = await open();
    });
    const message = (url: string) => ({
      url,
      id: "msg_1",
      sentAtMs: Date.now(),
      body: '{"text":"ü 视频","n":1.0}',
      secret: parts.secret,
    });

    it("sends the exact body, signed for the receiver's secret alone", async () => {
      const { url, heard } = await parts.receive(() => ({ status: 200 }));
      expect(await parts.notifier.send(message(url))).toEqual({ kind: "delivered", status: 200 });
      const [first] = heard;
      if (first === undefined) throw new Error("nothing arrived");
      expect(first.rawBody).toBe('{"text":"ü 视频","n":1.0}');
      expect(first.headers["webhook-id"]).toBe("msg_1");
      parts.verify(first, parts.secret);
      expect(() => parts.verify(first, parts.otherSecret)).toThrow(/signature/i);
      expect(() => parts.verify({ ...first, rawBody: "{}" }, parts.secret)).toThrow(/signature/i);
    });

    it("counts anything but a 2xx as refused", async () => {
      const { url } = await parts.receive(() => ({ status: 500 }));
      expect(await parts.notifier.send(message(url))).toEqual({ kind: "refused", status: 500 });
    });

    it("follows no redirect (F127)", async () => {
      const { url: inner, heard } = await parts.receive(() => ({ status: 200 }));
      const { url } = await parts.receive(() => ({ status: 302, headers: { location: inner } }));
      expect(await parts.notifier.send(message(url))).toEqual({ kind: "refused", status: 302 });
      expect(heard).toHaveLength(0);
    });

    it("gives up on a receiver that never answers, and on one that is not there", async () => {
      const { url } = await parts.receive(() => null);
      expect(await parts.notifier.send(message(url))).toEqual({ kind: "unreachable" });
      const nobody = message("http://127.0.0.1:1/");
      expect(await parts.notifier.send(nobody)).toEqual({ kind: "unreachable" });
    });
  });
}
