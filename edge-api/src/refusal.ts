import type { ProblemBody, ProblemCode } from "@cutroom/contracts";

/** An expected "no" of a use case; the door turns it into problem+json once. */
export interface Refusal<Code extends ProblemCode = ProblemCode> {
  readonly code: Code;
  /** Numbers and texts that the sentence needs. */
  readonly details?: Readonly<Record<string, string | number>>;
  readonly errors?: NonNullable<ProblemBody["errors"]>;
}

export function refuse<const Code extends ProblemCode>(
  code: Code,
  details?: Readonly<Record<string, string | number>>,
): { readonly ok: false; readonly failure: Refusal<Code> } {
  return { ok: false, failure: details === undefined ? { code } : { code, details } };
}
