/** What every generator must do, whoever it speaks to. The vendor's own books are the oracle. */
import type { VendorStatus } from "@cutroom/domain";
import { beforeAll, describe, expect, it } from "vitest";
import type {
  Callback,
  GenerateRequest,
  PollOutcome,
  SubmitOutcome,
  VendorHandle,
} from "./generator.ts";
import { pictureCases } from "./generator-pictures.cases.ts";
import type { GeneratorCase } from "./generator-vendor.cases.ts";

export type { GeneratorCase } from "./generator-vendor.cases.ts";

const WHOLE_JOB_MS = 6_000;
let count = 0;

/** @param open a generator and its vendor. */
export function generatorCases(open: () => Promise<GeneratorCase>): void {
  describe("generator", () => {
    let parts: GeneratorCase;
    beforeAll(async () => {
      parts = await open();
      return () => parts.close();
    });

    const request = (over: Partial<GenerateRequest> = {}): GenerateRequest => {
      count += 1;
      return {
        requestId: `request-${count}`,
        model: parts.model,
        prompt: `a calm sea, take ${count}`,
        negativePrompt: null,
        seed: count,
        ratio: "16:9",
        durationMs: parts.durationMs,
        frames: {},
        callbackUrl: `http://127.0.0.1:1/v1/callbacks/test?job=request-${count}`,
        ...over,
      };
    };
    const handleOf = (outcome: SubmitOutcome): VendorHandle => {
      if (outcome.kind !== "accepted") throw new Error(JSON.stringify(outcome));
      return outcome.handle;
    };
    const statusOf = (outcome: PollOutcome): VendorStatus => {
      if (outcome.kind !== "status") throw new Error(JSON.stringify(outcome));
      return outcome.status;
    };
    const started = async (...faults: readonly string[]) => {
      for (const fault of faults) parts.vendor.fault(fault);
      return handleOf(await parts.generator.submit(request()));
    };
    const finished = async (...faults: readonly string[]) => {
      const handle = await started(...faults);
      parts.advance(WHOLE_JOB_MS);
      return statusOf(await parts.generator.poll(handle));
    };
    /** What the vendor accepted while `run` went on. */
    const acceptedBy = async (run: () => Promise<unknown>) => {
      const before = parts.vendor.jobs().length;
      await run();
      return parts.vendor.jobs().slice(before);
    };

    it("knows what its own models can do and cost, and no other's (G1)", () => {
      const { generator, model, durationMs } = parts;
      expect(generator.capabilities(model)?.vendor).toBe(generator.vendor);
      expect(generator.capabilities("procedural")).toBeNull();
      expect(generator.estimate({ model: "procedural", durationMs })).toBeNull();
      expect(generator.estimate({ model, durationMs })?.currency).toBe("USD");
    });

    it("sends a request once, and follows the job from the queue to its film (G1)", async () => {
      const { generator, advance } = parts;
      let handle: VendorHandle = { jobId: "" };
      const accepted = await acceptedBy(async () => {
        handle = await started();
      });
      expect(accepted.map(({ job }) => job.id)).toHaveLength(1);
      // A restart leaves nothing but what can be stored.
      handle = JSON.parse(JSON.stringify(handle)) as VendorHandle;
      expect(["queued", "running"]).toContain(statusOf(await generator.poll(handle)).state);
      advance(3_000);
      const running = statusOf(await generator.poll(handle));
      expect(running.state).toBe("running");
      advance(WHOLE_JOB_MS);
      const done = statusOf(await generator.poll(handle));
      if (done.state !== "succeeded") throw new Error(done.state);
      const [url = ""] = done.outputs;
      const film = await fetch(url, { headers: generator.outputHeaders(url) });
      const bytes = new Uint8Array(await film.arrayBuffer());
      expect(new TextDecoder().decode(bytes.slice(4, 8))).toBe("ftyp");
    });

    it("says what the vendor says it cost, where it says so (C6)", async () => {
      const done = await finished();
      if (done.state !== "succeeded") throw new Error(done.state);
      const billed = parts.vendor.jobs().at(-1)?.billedMicros;
      expect(done.cost?.amountMicros).toBe(parts.tellsCost ? billed : undefined);
    });

    it("tells a wrong key and a vendor that is not there from a doubt: nothing was accepted", async () => {
      const accepted = await acceptedBy(async () => {
        expect(await parts.stranger.submit(request())).toMatchObject({
          kind: "refused",
          failure: { class: "auth", retryable: false, billed: "no" },
        });
        expect(await parts.nobody.submit(request())).toMatchObject({
          kind: "refused",
          failure: { class: "vendor_error", retryable: true, billed: "no" },
        });
      });
      expect(accepted).toEqual([]);
    });

    it.each([
      ["429-header", 7_000],
      ["429-body", 7_000],
      ["429-bare", null],
    ] as const)(
      "reads when to come back from %s, and nothing was accepted (G4)",
      async (fault, ms) => {
        parts.vendor.fault(fault);
        const accepted = await acceptedBy(async () => {
          expect(await parts.generator.submit(request())).toMatchObject({
            kind: "refused",
            failure: { class: "rate_limited", retryable: true, billed: "no" },
            retryAfterMs: ms,
          });
        });
        expect(accepted).toEqual([]);
      },
    );

    it.each([
      ["hidden", 1],
      ["5xx-after-accept", 1],
      ["html", 1],
      ["slow", 1],
      ["5xx", 0],
    ] as const)("calls %s unknown and does not send it again (I3, G2)", async (fault, jobs) => {
      const before = parts.vendor.jobs().length;
      parts.vendor.fault(fault);
      const generator = fault === "slow" ? parts.hasty : parts.generator;
      expect(await generator.submit(request())).toMatchObject({ kind: "unknown" });
      await expect.poll(() => parts.vendor.jobs().length - before).toBe(jobs);
    });

    it("finds a job whose answer was lost, and never says absent of one that is there (G2)", async () => {
      const { generator, vendor } = parts;
      const lost = request();
      const submittedAtMs = Date.now();
      vendor.fault("hidden");
      await generator.submit(lost);
      const found = await generator.find({ ...lost, submittedAtMs });
      const never = await generator.find({ ...request(), submittedAtMs });
      const isSure = parts.find === "sure";
      expect([found.kind, never.kind]).toEqual(
        isSure ? ["found", "absent"] : ["unsupported", "unsupported"],
      );
      const jobId = found.kind === "found" ? found.handles[0]?.jobId : undefined;
      expect(jobId).toBe(isSure ? vendor.jobs().at(-1)?.job.id : undefined);
    });

    it.each(["poll-500", "poll-html", "poll-drop", "poll-429"])(
      "takes %s for no news, not for a failure",
      async (fault) => {
        const handle = await started();
        parts.vendor.fault(fault);
        expect((await parts.generator.poll(handle)).kind).toBe("unreachable");
        expect((await parts.generator.poll(handle)).kind).toBe("status");
      },
    );

    it("tells a job that the vendor does not know from one that it cannot reach", async () => {
      const handle = await started();
      const strange = JSON.parse(
        JSON.stringify(handle).replaceAll(handle.jobId, "11111111-2222-4333-8444-555555555555"),
      ) as VendorHandle;
      expect((await parts.generator.poll(strange)).kind).toBe("gone");
      expect((await parts.nobody.poll(handle)).kind).toBe("unreachable");
    });

    it("reports words that moderation refuses, at once or later, with what they cost", async () => {
      const { generator, vendor, advance } = parts;
      vendor.fault("moderated-input");
      const before = vendor.jobs().length;
      const outcome = await generator.submit(request());
      advance(WHOLE_JOB_MS);
      const status =
        outcome.kind === "refused"
          ? { failure: outcome.failure }
          : statusOf(await generator.poll(handleOf(outcome)));
      const billed = vendor
        .jobs()
        .slice(before)
        .some((job) => job.billedMicros > 0);
      expect(status).toMatchObject({
        failure: {
          class: "moderated_input",
          retryable: false,
          billed: billed ? "yes" : "no",
        },
      });
    });

    it("reports a film that moderation keeps back: over, no film, not to be tried again (F105)", async () => {
      expect(await finished("moderated-output")).toMatchObject({
        state: "failed",
        failure: {
          class: "moderated_output",
          retryable: false,
          billed: parts.billsModerated ? "yes" : "no",
        },
      });
    });

    it("never calls a job done that has no film", async () => {
      const handle = await started("no-output");
      parts.advance(WHOLE_JOB_MS);
      const outcome = await parts.generator.poll(handle);
      const isDone = outcome.kind === "status" && outcome.status.state === "succeeded";
      expect(isDone).toBe(false);
    });

    it("tells a fault of the vendor that costs nothing, and may be tried again", async () => {
      const failed = await finished("fails");
      if (failed.state !== "failed") throw new Error(failed.state);
      expect(failed.failure).toMatchObject({ class: "vendor_error", retryable: true });
      expect(failed.failure.billed).not.toBe("yes");
    });

    it("goes on with a job that never ends", async () => {
      const handle = await started("stuck");
      parts.advance(86_400_000);
      expect(statusOf(await parts.generator.poll(handle)).state).toBe("running");
    });

    pictureCases(() => ({ parts, request }));

    it("cancels by the job's real stage, and says so when it is too late or cannot (G1)", async () => {
      const { generator, advance, cancel } = parts;
      const queued = await started();
      const outcome = await generator.cancel(queued);
      expect(outcome).toBe(cancel === "unsupported" ? "unsupported" : "canceled");
      const running = await started();
      advance(3_000);
      const late = { works: "canceled", "while-queued": "too_late", unsupported: "unsupported" };
      expect(await generator.cancel(running)).toBe(late[cancel]);
      const over = await started();
      advance(WHOLE_JOB_MS);
      expect(await generator.cancel(over)).toBe(
        cancel === "unsupported" ? "unsupported" : "too_late",
      );
    });

    it("believes only callbacks that the vendor signed, on their very bytes and not for long (G3)", async () => {
      const { generator, hear, advance } = parts;
      const handle = await started();
      advance(WHOLE_JOB_MS);
      const silent: Callback = { rawBody: "{}", headers: {}, nowMs: Date.now() };
      const heard = (await hear?.(handle.jobId)) ?? silent;
      const verdictOf = async (callback: Callback) => {
        const outcome = await generator.verifyCallback(callback);
        return outcome.kind === "valid"
          ? { state: outcome.status.state, jobId: outcome.jobId, eventId: outcome.eventId }
          : outcome.kind;
      };
      const valid = await verdictOf(heard);
      const good = { state: "succeeded", jobId: handle.jobId, eventId: expect.any(String) };
      expect(valid).toEqual(hear === null ? "unsupported" : good);
      expect(await verdictOf({ ...heard, nowMs: heard.nowMs + 1_000 })).toEqual(valid);
      const wrong = [
        { ...heard, rawBody: heard.rawBody.replace("{", '{"x":1,') },
        { ...heard, nowMs: heard.nowMs + 3_600_000 },
        { ...heard, headers: {} },
      ];
      const verdicts = await Promise.all(wrong.map(verdictOf));
      const bad = hear === null ? "unsupported" : "invalid";
      expect(verdicts).toEqual([bad, bad, bad]);
      parts.vendor.rotateKeys();
      const after = (await hear?.(handle.jobId)) ?? silent;
      expect(await verdictOf(after)).toEqual(hear === null ? "unsupported" : good);
      expect(generator.callsBack).toBe(hear !== null);
    });
  });
}
