/** What was asked and answered in a seed, and when: the judges look for an order in it. */
import { LEASE_MS, OVERRUN_GRACE_MS, STEP_KINDS, deadlineMs } from "@cutroom/domain";
import { findOrder, findWrongRead, keyModel, leaseModel } from "@cutroom/testkit/history";
import type {
  BalanceRead,
  KeyAnswer,
  KnownWrite,
  LeaseMove,
  Operation,
} from "@cutroom/testkit/history";

interface Span {
  readonly calledAt: number;
  readonly returnedAt: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** One posting of a tenant's ledger. */
export interface Posting {
  /** The task whose first reservation it is. */
  readonly reserves: string | null;
  /** Available and reserved, after it. */
  readonly balance: string;
}

const lease = leaseModel({
  leaseMs: LEASE_MS,
  attemptMs: Math.min(...STEP_KINDS.map(deadlineMs)) + OVERRUN_GRACE_MS,
});

function put<T>(lists: Map<string, T[]>, name: string, entry: T): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [entry]);
  else list.push(entry);
}

const told = (value: unknown) => JSON.stringify(value);

export class History {
  #clock = 0;
  readonly #nowMs: () => number;
  readonly #leases = new Map<string, Operation<LeaseMove, null>[]>();
  readonly #keys = new Map<string, Operation<string, KeyAnswer>[]>();
  readonly #reads = new Map<string, BalanceRead[]>();
  /** When the submit of a task was first called, and first answered. */
  readonly #submits = new Map<string, { calledAt: number; returnedAt: number }>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Does `work` and answers it with the time it took. */
  async span<T>(work: () => Promise<T>): Promise<{ readonly answer: T; readonly span: Span }> {
    const calledAt = (this.#clock += 1);
    const fromMs = this.#nowMs();
    const answer = await work();
    const returnedAt = (this.#clock += 1);
    return { answer, span: { calledAt, returnedAt, fromMs, toMs: this.#nowMs() } };
  }

  /** @param isHeard false: the answer was lost, and what was asked for may have happened */
  moveLease(
    stepId: string,
    move: Pick<LeaseMove, "kind" | "attempt">,
    at: { readonly span: Span; readonly isHeard: boolean },
  ): void {
    const { calledAt, returnedAt, fromMs, toMs } = at.span;
    const input = { ...move, fromMs, toMs };
    const entry = { input, output: null, calledAt, returnedAt, isOptional: !at.isHeard };
    put(this.#leases, stepId, entry);
  }

  answerKey(
    name: string,
    request: unknown,
    at: { readonly span: Span; readonly answer: KeyAnswer; readonly taskId?: string },
  ): void {
    const { answer: output, taskId } = at;
    const { calledAt, returnedAt } = at.span;
    const isOptional = output.is === "unheard";
    const entry = { input: told(request), output, calledAt, returnedAt, isOptional };
    put(this.#keys, name, entry);
    if (taskId === undefined) return;
    const first = (this.#keys.get(name) ?? []).map((one) => one.calledAt);
    const before = this.#submits.get(taskId)?.returnedAt ?? Infinity;
    this.#submits.set(taskId, {
      calledAt: Math.min(...first),
      returnedAt: Math.min(before, returnedAt),
    });
  }

  readBalance(tenantId: string, balance: string, { calledAt, returnedAt }: Span): void {
    put(this.#reads, tenantId, { balance, calledAt, returnedAt });
  }

  /** Steps whose claims, beats and ends no order explains: two owners at once, or none. */
  leasesWithoutOrder(): readonly string[] {
    return withoutOrder(this.#leases, (moves) => findOrder(lease, moves));
  }

  /** Keys whose answers no order explains. */
  keysWithoutOrder(): readonly string[] {
    return withoutOrder(this.#keys, (asked) => findOrder(keyModel, asked));
  }

  /** A read of the tenant's balance that no moment of its ledger shows; null when all do. */
  wrongRead(tenantId: string, postings: readonly Posting[]): string | null {
    const balances = ["0/0", ...postings.map(({ balance }) => balance)];
    const writes = postings.flatMap(({ reserves }, index): readonly KnownWrite[] => {
      const asked = this.#submits.get(reserves ?? "");
      return asked === undefined ? [] : [{ place: index + 1, ...asked }];
    });
    const wrong = findWrongRead(balances, writes, this.#reads.get(tenantId) ?? []);
    return wrong === null ? null : `${told(wrong)} of ${balances.join(" ")}`;
  }
}

function withoutOrder<I, O>(
  histories: ReadonlyMap<string, readonly Operation<I, O>[]>,
  find: (history: readonly Operation<I, O>[]) => ReturnType<typeof findOrder>,
): readonly string[] {
  return [...histories].flatMap(([name, history]) => {
    const { exists, places } = find(history);
    const left = history.filter((_, place) => !places.includes(place));
    return exists ? [] : [`${name}: after ${places.length} moves none of ${told(left)}`];
  });
}
