/** An expected failure is a value, not an exception; a throw means a bug or a broken machine. */
export type Result<T, F = Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: F };

/**
 * Why an edit or a compilation was refused. `code` is stable and closed (the UI and the API
 * translate it); `details` are the numbers that the sentence needs.
 */
export interface Failure<Code extends string = string> {
  readonly code: Code;
  readonly details?: Readonly<Record<string, string | number>>;
}

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail<Code extends string>(
  code: Code,
  details?: Readonly<Record<string, string | number>>,
): { readonly ok: false; readonly failure: Failure<Code> } {
  return { ok: false, failure: details === undefined ? { code } : { code, details } };
}
