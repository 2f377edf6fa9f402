/**
 * An idempotency key (C4): the first request that is accepted binds it, to what was asked for and
 * to the answer. From then on the same request gets the same answer and any other is refused.
 */
import type { Model } from "./find-order.ts";

export type KeyAnswer =
  | { readonly is: "accepted"; readonly text: string }
  /** The key belongs to another request. */
  | { readonly is: "mismatch" }
  /** Turned down for any other reason: the key is free. */
  | { readonly is: "refused" }
  | { readonly is: "unheard" };

interface Binding {
  readonly request: string;
  /** Null while nobody has heard it. */
  readonly text: string | null;
}

function accept(state: Binding | null, request: string, text: string | null): Binding | null {
  if (state === null) return { request, text };
  if (state.request !== request) return null;
  if (text === null) return state;
  return state.text === null || state.text === text ? { request, text } : null;
}

export const keyModel: Model<Binding | "free", string, KeyAnswer> = {
  initial: "free",
  apply: (state, request, answer) => {
    const bound = state === "free" ? null : state;
    if (answer.is === "accepted") return accept(bound, request, answer.text);
    if (answer.is === "unheard") return accept(bound, request, null);
    if (answer.is === "refused") return bound === null ? "free" : null;
    return bound !== null && bound.request !== request ? bound : null;
  },
  keyOf: (state) => JSON.stringify(state),
};
