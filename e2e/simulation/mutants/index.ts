import { COURSE } from "./course.ts";
import { DOOR } from "./door.ts";
import { LEASES } from "./leases.ts";
import { MONEY } from "./money.ts";
import type { Mutant } from "./mutant.ts";
import { WAKES } from "./wakes.ts";

export type { Mutant } from "./mutant.ts";
export const MUTANTS: readonly Mutant[] = [...MONEY, ...DOOR, ...WAKES, ...LEASES, ...COURSE];
