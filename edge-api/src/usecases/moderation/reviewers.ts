import { findPeople } from "@cutroom/db";
import type { Transaction } from "@cutroom/db";
import type { Deps } from "../../deps.ts";

/** Addresses of those who may decide reviews and could sign in to do so. */
export function findReviewers(deps: Deps, tx: Transaction): Promise<readonly string[]> {
  return findPeople(tx, deps.env.OPERATOR_EMAILS);
}
