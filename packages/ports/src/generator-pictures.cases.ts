/** What every generator must do with the pictures that a clip begins and ends with. */
import { expect, it } from "vitest";
import type { GenerateRequest } from "./generator.ts";
import type { GeneratorCase } from "./generator-vendor.cases.ts";

const WHOLE_JOB_MS = 6_000;

interface Parts {
  readonly parts: GeneratorCase;
  readonly request: (over: Partial<GenerateRequest>) => GenerateRequest;
}

/** @param open what the suite of all generators has opened. */
export function pictureCases(open: () => Parts): void {
  it("gives the vendor every picture that its model takes (G9)", async () => {
    const { parts, request } = open();
    const { generator, vendor, model, pictures } = parts;
    const roles = generator.capabilities(model)?.frames ?? [];
    expect(roles).toContain("first_frame");
    const frames = Object.fromEntries(roles.map((role) => [role, pictures.whole]));
    expect(await generator.submit(request({ frames }))).toMatchObject({ kind: "accepted" });
    expect(vendor.jobs().at(-1)?.job.pictures).toHaveLength(roles.length);
  });

  it("calls a broken picture wrong input, at once or later: not to be tried again, and free", async () => {
    const { parts, request } = open();
    const { generator, vendor, pictures, advance } = parts;
    const before = vendor.jobs().length;
    const outcome = await generator.submit(request({ frames: { first_frame: pictures.broken } }));
    advance(WHOLE_JOB_MS);
    const polled = outcome.kind === "accepted" ? await generator.poll(outcome.handle) : null;
    const said = polled?.kind === "status" ? polled.status : outcome;
    expect(said).toMatchObject({ failure: { class: "invalid_input", retryable: false } });
    const billed = vendor.jobs().slice(before);
    expect(billed.reduce((sum, { billedMicros }) => sum + billedMicros, 0)).toBe(0);
  });
}
