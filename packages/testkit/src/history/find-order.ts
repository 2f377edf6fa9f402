/**
 * Linearizability (Herlihy and Wing), decided by Wing and Gong's search with Lowe's memory of
 * states: is there one order of what was done, each at an instant between its call and its
 * return, that a simple model would have answered in the same way?
 */

export interface Operation<Input, Output> {
  readonly input: Input;
  readonly output: Output;
  /** Instants of one clock that never gives the same one twice. */
  readonly calledAt: number;
  readonly returnedAt: number;
  /** Nobody heard an answer: it has happened between call and return, or never. */
  readonly isOptional: boolean;
}

export interface Model<State, Input, Output> {
  readonly initial: State;
  /** The state afterwards, or null when the model would not have answered so. */
  readonly apply: (state: State, input: Input, output: Output) => State | null;
  /** Equal for equal states, different for others. */
  readonly keyOf: (state: State) => string;
}

export interface Order {
  readonly exists: boolean;
  /** Places in the history: the order, or as much of one as could be found. */
  readonly places: readonly number[];
}

class Search<State, Input, Output> {
  readonly #model: Model<State, Input, Output>;
  readonly #history: readonly Operation<Input, Output>[];
  readonly #seen = new Set<string>();
  readonly #taken: number[] = [];
  #longest: readonly number[] = [];

  constructor(model: Model<State, Input, Output>, history: readonly Operation<Input, Output>[]) {
    this.#model = model;
    this.#history = history;
  }

  find(): Order {
    const exists = this.#goOn(this.#model.initial, -Infinity);
    return { exists, places: exists ? [...this.#taken] : this.#longest };
  }

  /** @param lastCall the latest call among those taken: who returned before it is too late */
  #goOn(state: State, lastCall: number): boolean {
    if (this.#taken.length > this.#longest.length) this.#longest = [...this.#taken];
    const left = this.#history.flatMap((_, place) => (this.#taken.includes(place) ? [] : [place]));
    const required = left.flatMap((place) => {
      const operation = this.#history[place];
      return operation === undefined || operation.isOptional ? [] : [operation.returnedAt];
    });
    if (required.length === 0) return true;
    const key = `${left.join()}|${lastCall}|${this.#model.keyOf(state)}`;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    const firstReturn = Math.min(...required);
    return left.some((place) => this.#take(place, state, { firstReturn, lastCall }));
  }

  #take(
    place: number,
    state: State,
    bounds: { readonly firstReturn: number; readonly lastCall: number },
  ): boolean {
    const operation = this.#history[place];
    if (operation === undefined) return false;
    const { input, output, calledAt, returnedAt } = operation;
    if (calledAt > bounds.firstReturn || returnedAt < bounds.lastCall) return false;
    const after = this.#model.apply(state, input, output);
    if (after === null) return false;
    this.#taken.push(place);
    if (this.#goOn(after, Math.max(bounds.lastCall, calledAt))) return true;
    this.#taken.pop();
    return false;
  }
}

/** Of one object's history; histories of different objects are judged one by one. */
export function findOrder<State, Input, Output>(
  model: Model<State, Input, Output>,
  history: readonly Operation<Input, Output>[],
): Order {
  return new Search(model, history).find();
}
