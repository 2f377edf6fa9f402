import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findWrongRead } from "./check-reads.ts";
import { findOrder } from "./find-order.ts";
import type { Model, Operation } from "./find-order.ts";
import { keyModel } from "./key-model.ts";
import type { KeyAnswer } from "./key-model.ts";
import { leaseModel } from "./lease-model.ts";
import type { LeaseMove } from "./lease-model.ts";

/** A register that is written, and read as what was written last. */
type RegisterMove = { readonly write: number } | { readonly read: true };
const register: Model<number, RegisterMove, number> = {
  initial: 0,
  apply: (state, input, output) =>
    "write" in input ? input.write : output === state ? state : null,
  keyOf: String,
};

const operation = <I, O>(
  [calledAt, returnedAt]: readonly [number, number],
  input: I,
  output: O,
  isOptional = false,
): Operation<I, O> => ({ input, output, calledAt, returnedAt, isOptional });
const write = (at: readonly [number, number], value: number, isOptional = false) =>
  operation<RegisterMove, number>(at, { write: value }, 0, isOptional);
const read = (at: readonly [number, number], value: number) =>
  operation<RegisterMove, number>(at, { read: true }, value);

/** Tries every order of every choice of optional ones: the definition itself. */
function bruteForce(history: readonly Operation<RegisterMove, number>[]): boolean {
  const goOn = (state: number, taken: readonly number[]): boolean => {
    const left = history.flatMap((one, place) => (taken.includes(place) ? [] : [{ one, place }]));
    if (left.every(({ one }) => one.isOptional)) return true;
    return left.some(({ one, place }) => {
      const comesTooEarly = left.some(
        (other) => !other.one.isOptional && other.one.returnedAt < one.calledAt,
      );
      const comesTooLate = taken.some((at) => (history[at]?.calledAt ?? 0) > one.returnedAt);
      const after = register.apply(state, one.input, one.output);
      return !comesTooEarly && !comesTooLate && after !== null && goOn(after, [...taken, place]);
    });
  };
  return goOn(0, []);
}

const someOperation = fc.record({
  value: fc.integer({ min: 0, max: 2 }),
  isWrite: fc.boolean(),
  start: fc.integer({ min: 0, max: 12 }),
  length: fc.integer({ min: 1, max: 8 }),
  isOptional: fc.boolean(),
});

describe("an order of a history", () => {
  it("is found where there is one, and its parts are in it", () => {
    const order = findOrder(register, [write([1, 4], 1), read([2, 3], 0), read([5, 6], 1)]);
    expect(order).toEqual({ exists: true, places: [1, 0, 2] });
  });

  it("does not exist for a read of what was overwritten before it was asked for", () => {
    const history = [write([1, 2], 1), write([3, 4], 2), read([5, 6], 1)];
    expect(findOrder(register, history).exists).toBe(false);
  });

  it("does not exist for two reads that see a write come and go", () => {
    const history = [write([1, 9], 1), read([2, 3], 1), read([4, 5], 0)];
    expect(findOrder(register, history)).toEqual({ exists: false, places: [0, 1] });
  });

  it("lets a move that nobody heard of have happened or not, but never outside its time", () => {
    expect(findOrder(register, [write([1, 3], 1, true), read([4, 5], 1)]).exists).toBe(true);
    expect(findOrder(register, [write([1, 3], 1, true), read([4, 5], 0)]).exists).toBe(true);
    const late = [write([1, 3], 1, true), read([4, 5], 0), read([6, 7], 1)];
    expect(findOrder(register, late).exists).toBe(false);
  });

  it("is found exactly when trying every order finds one", () => {
    fc.assert(
      fc.property(fc.array(someOperation, { maxLength: 6 }), (drawn) => {
        // Instants are never equal.
        const history = drawn.map(({ value, isWrite, start, length, isOptional }, at) => {
          const times = [start * 100 + at, (start + length) * 100 + at + 50] as const;
          return isWrite ? write(times, value, isOptional) : read(times, value);
        });
        expect(findOrder(register, history).exists).toBe(bruteForce(history));
      }),
      { numRuns: 500 },
    );
  });
});

describe("the lease of a step (C8)", () => {
  const model = leaseModel({ leaseMs: 30_000, attemptMs: 600_000 });
  let clock = 0;
  const move = (
    kind: LeaseMove["kind"],
    attempt: number,
    [fromMs, toMs]: readonly [number, number],
    isOptional = false,
  ) => {
    clock += 2;
    return operation([clock, clock + 1], { kind, attempt, fromMs, toMs }, null, isOptional);
  };
  const isFine = (...moves: readonly ReturnType<typeof move>[]) => findOrder(model, moves).exists;
  const first = move("claim", 1, [0, 10]);

  it("goes on to another worker when it is over or given back, and not before", () => {
    expect(isFine(first, move("claim", 2, [30_000, 30_020]))).toBe(true);
    expect(isFine(first, move("give-back", 1, [5, 6]), move("claim", 2, [20, 30]))).toBe(true);
    expect(isFine(first, move("claim", 2, [20_000, 29_999]))).toBe(false);
    expect(isFine(first, move("give-back", 1, [5, 6], true), move("claim", 2, [20, 30]))).toBe(
      true,
    );
  });

  it("lasts as long as it is renewed, and no longer than an attempt may", () => {
    const renewed = move("renew", 1, [25_000, 25_010]);
    expect(isFine(first, renewed, move("claim", 2, [40_000, 40_010]))).toBe(false);
    expect(isFine(first, renewed, move("claim", 2, [55_000, 55_010]))).toBe(true);
    const often = Array.from({ length: 30 }, (_, at) => {
      const ms = (at + 1) * 25_000;
      return move("renew", 1, [ms, ms + 1]);
    });
    expect(isFine(first, ...often, move("claim", 2, [750_010, 750_020]))).toBe(true);
  });

  it("is neither renewed, completed nor given back by whoever has lost it", () => {
    const second = move("claim", 2, [31_000, 31_010]);
    for (const kind of ["renew", "complete", "give-back"] as const) {
      expect(isFine(first, second, move(kind, 2, [32_000, 32_010]))).toBe(true);
      expect(isFine(first, second, move(kind, 1, [32_000, 32_010]))).toBe(false);
      expect(isFine(first, move(kind, 1, [30_011, 30_020]))).toBe(false);
    }
  });

  it("ends once: nothing follows a completion, and attempts never fall", () => {
    const done = move("complete", 1, [5, 6]);
    expect(isFine(first, done)).toBe(true);
    expect(isFine(first, done, move("complete", 1, [7, 8]))).toBe(false);
    expect(isFine(first, done, move("claim", 2, [90_000, 90_001]))).toBe(false);
    expect(isFine(first, move("claim", 1, [90_000, 90_001]))).toBe(false);
  });
});

describe("the answers to a key (C4)", () => {
  const accepted = (text: string): KeyAnswer => ({ is: "accepted", text });
  const ask = (
    at: readonly [number, number],
    request: string,
    answer: KeyAnswer,
  ): Operation<string, KeyAnswer> => operation(at, request, answer, answer.is === "unheard");
  const isFine = (...asked: readonly Operation<string, KeyAnswer>[]) =>
    findOrder(keyModel, asked).exists;

  it("are the first one for ever, and a refusal for any other request", () => {
    const first = ask([1, 2], "a", accepted("1"));
    expect(isFine(first, ask([3, 4], "a", accepted("1")))).toBe(true);
    expect(isFine(first, ask([3, 4], "b", { is: "mismatch" }))).toBe(true);
    expect(isFine(first, ask([3, 4], "a", accepted("2")))).toBe(false);
    expect(isFine(first, ask([3, 4], "b", accepted("1")))).toBe(false);
    expect(isFine(first, ask([3, 4], "a", { is: "refused" }))).toBe(false);
  });

  it("say that another has the key only once another may have it", () => {
    const mismatch = ask([3, 4], "b", { is: "mismatch" });
    expect(isFine(mismatch)).toBe(false);
    expect(isFine(ask([1, 2], "b", accepted("1")), mismatch)).toBe(false);
    expect(isFine(ask([1, 9], "a", accepted("1")), mismatch)).toBe(true);
    expect(isFine(ask([1, 2], "a", { is: "unheard" }), mismatch)).toBe(true);
    expect(isFine(ask([5, 6], "a", accepted("1")), mismatch)).toBe(false);
  });
});

describe("reads of a balance (C6)", () => {
  const balances = ["40/0", "37/3", "34/6", "37/3", "37/0"];
  const none = { place: 0, calledAt: 0, returnedAt: 0 };
  const see = (calledAt: number, returnedAt: number, balance: string) => ({
    calledAt,
    returnedAt,
    balance,
  });

  it("show a moment of the ledger, never a mixture of two", () => {
    expect(findWrongRead(balances, [none], [see(1, 2, "34/6")])).toBeNull();
    expect(findWrongRead(balances, [none], [see(1, 2, "37/6")])).toEqual(see(1, 2, "37/6"));
  });

  it("never go back, unless the balance did", () => {
    const back = [see(1, 2, "34/6"), see(3, 4, "40/0")];
    expect(findWrongRead(balances, [], back)).toEqual(back[1]);
    expect(findWrongRead(balances, [], [see(1, 2, "34/6"), see(3, 4, "37/3")])).toBeNull();
    // At the same time as another they may come in any order.
    expect(findWrongRead(balances, [], [see(1, 4, "34/6"), see(2, 3, "40/0")])).toBeNull();
  });

  it("hold what was answered before and nothing that was asked for later", () => {
    const stored = { place: 2, calledAt: 5, returnedAt: 6 };
    expect(findWrongRead(balances, [stored], [see(7, 8, "34/6")])).toBeNull();
    expect(findWrongRead(balances, [stored], [see(7, 8, "40/0")])).toEqual(see(7, 8, "40/0"));
    expect(findWrongRead(balances, [stored], [see(3, 4, "34/6")])).toEqual(see(3, 4, "34/6"));
    const unheard = { ...stored, returnedAt: Infinity };
    expect(findWrongRead(balances, [unheard], [see(7, 8, "40/0")])).toBeNull();
  });
});
