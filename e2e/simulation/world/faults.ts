/** What goes wrong in a seed: one fault aimed at one place, and some at random. */
import { CRASH_POINTS } from "@cutroom/edge-api/src/crash-points.ts";
import type { CrashPoint } from "@cutroom/edge-api/src/crash-points.ts";
import type { Random } from "./random.ts";
import type { CommitFault } from "./sessions.ts";

const POINTS = Object.keys(CRASH_POINTS) as CrashPoint[];
const AT_POINTS = ["crash", "pause"] as const;
const AT_COMMITS = ["cut-before-commit", "cut-after-commit"] as const;
type PointFault = (typeof AT_POINTS)[number];

/** Calls that write; a COMMIT of each is cut in both ways. */
const WRITING_CALLS = [
  "submit",
  "cancel",
  "retry",
  "redrive",
  "claim",
  "complete",
  "fail",
  "keep house",
] as const;

/** Everything that must have happened at least once in a run of many seeds. */
export const FAULT_MATRIX: readonly string[] = [
  ...POINTS.flatMap((point) => AT_POINTS.map((fault) => `${fault} at ${point}`)),
  ...WRITING_CALLS.flatMap((call) => AT_COMMITS.map((fault) => `${fault} of ${call}`)),
];

/** What many seeds never come to: there the first chance is taken. */
const RARE = /redrive|expire-task|submit\.refused|complete\.checked/;

export class Faults {
  readonly happened = new Set<string>();
  /** Every eighth seed has none: what then goes wrong is nobody's fault. */
  readonly isFairWeather: boolean;
  /** Off once the storm is over. */
  on: boolean;
  readonly #random: Random;
  /** The one fault that this seed is for. */
  readonly aim: string;
  #patience: number;
  #fired = false;
  readonly #share: number;

  constructor(random: Random, seed: number) {
    this.#random = random;
    this.isFairWeather = seed % 8 === 7;
    this.on = !this.isFairWeather;
    this.aim = FAULT_MATRIX[seed % FAULT_MATRIX.length] ?? "";
    this.#patience = RARE.test(this.aim) ? 0 : random.int(2);
    this.#share = random.pick([0, 0.01, 0.03, 0.08]);
  }

  /** The aimed fault, at its first or second chance; then by chance. */
  #choose<F extends string>(faults: readonly F[], where: string): F | null {
    if (!this.on) return null;
    const aimed = faults.find((fault) => `${fault} ${where}` === this.aim);
    if (aimed !== undefined && !this.#fired) {
      this.#patience -= 1;
      if (this.#patience < 0) {
        this.#fired = true;
        return this.#done(aimed, where);
      }
    }
    return this.#random.chance(this.#share) ? this.#done(this.#random.pick(faults), where) : null;
  }

  #done<F extends string>(fault: F, where: string): F {
    this.happened.add(`${fault} ${where}`);
    return fault;
  }

  atPoint(point: CrashPoint): PointFault | null {
    return this.#choose(AT_POINTS, `at ${point}`);
  }

  atCommit(call: string): CommitFault {
    return this.#choose(AT_COMMITS, `of ${call}`);
  }

  /** Small troubles of a part: an answer that never comes, before or after the effect. */
  trouble(): "before" | "after" | null {
    if (!this.on || !this.#random.chance(this.#share)) return null;
    return this.#random.pick(["before", "after"] as const);
  }

  /** Something that happens to one in `odds` in a storm. */
  happens(odds: number): boolean {
    return this.on && this.#random.chance(1 / odds);
  }
}
