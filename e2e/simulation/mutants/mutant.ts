/**
 * Defects that people make, each a small change of the product's own source, and the invariants
 * that must find it. A defect whose piece of source is gone fails the run: it has to be made anew.
 */
import type { Patch } from "../bundle.ts";
import type { Invariant } from "../world/invariants.ts";

export interface Mutant {
  readonly name: string;
  readonly patches: readonly Patch[];
  /** Second walls in the database that would hide it; they are torn down for it. */
  readonly sql?: readonly string[];
  /** A piece of a function of the database and what stands in its place. */
  readonly function?: { readonly name: string; readonly find: string; readonly replace: string };
  /** A seed in which it shows: asked first, so that judging all of them takes seconds each. */
  readonly seed: number;
  /** The invariants that find it, and no others. */
  readonly killedBy: readonly Invariant[];
}

export const QUERIES = "db/src/queries/";
export const USECASES = "edge-api/src/usecases/";
export const cut = (file: string, find: string): Patch => ({ file, find, replace: "" });
