/** What can be made to go wrong at a simulated vendor; each is used up by one request. */
export const SUBMIT_FAULTS = [
  /** Accepted, and the connection is cut before the answer. */
  "hidden",
  /** Accepted, and a server in between says 502. */
  "5xx-after-accept",
  /** Not accepted: 503. */
  "5xx",
  "429-header",
  "429-body",
  "429-bare",
  /** So many at once are too many. */
  "429-at-once",
  /** The day's share is used up. */
  "429-quota",
  /** Accepted, and never answered. */
  "slow",
  /** Accepted, and answered with a page. */
  "html",
  /** Refused, at once or as a job that fails, as the vendor does. */
  "moderated-input",
] as const;
/** How a job that is accepted goes on. */
export const JOB_FAULTS = [
  "moderated-output",
  /** Over, and nothing is there. */
  "no-output",
  "fails",
  /** Fails, and is charged for. */
  "fails-billed",
  "stuck",
  "throttled",
  /** Says that it is queued again after it has run. */
  "regress",
] as const;
export const POLL_FAULTS = ["poll-500", "poll-html", "poll-drop", "poll-429"] as const;
export const FILE_FAULTS = [
  "file-expired",
  "file-truncated",
  /** The connection is cut half-way; the rest is there for whoever asks for it. */
  "file-cut",
  "file-html",
  "file-no-range",
  "file-wrong-size",
] as const;
export const CALLBACK_FAULTS = [
  "callback-lost",
  "callback-duplicate",
  "callback-bad-signature",
  "callback-before-answer",
] as const;

const STAGES = {
  submit: SUBMIT_FAULTS,
  job: JOB_FAULTS,
  poll: POLL_FAULTS,
  file: FILE_FAULTS,
  callback: CALLBACK_FAULTS,
} as const;
type Stage = keyof typeof STAGES;
export type FaultOf<S extends Stage> = (typeof STAGES)[S][number];
export type Fault = FaultOf<Stage>;

interface Planted {
  readonly fault: Fault;
  /** Only a clip with this prompt meets it; null: the next one, whichever. */
  readonly prompt: string | null;
}

export class FaultPlan {
  readonly #waiting: Planted[] = [];

  add(faults: readonly Fault[], prompt: string | null = null): void {
    this.#waiting.push(...faults.map((fault) => ({ fault, prompt })));
  }

  /** Those that nobody has met yet. */
  left(): readonly Fault[] {
    return this.#waiting.map(({ fault }) => fault);
  }

  /** Whether this one waits for the clip, which is used up then. */
  takeOne(fault: Fault, prompt: string): boolean {
    return this.#use((one) => one.fault === fault && isMeant(one, prompt)) !== null;
  }

  /** The oldest one of its stage that waits for the clip, which is used up. */
  take<S extends Stage>(stage: S, prompt: string | null): FaultOf<S> | null {
    const ofStage: readonly string[] = STAGES[stage];
    const isOfStage = (fault: Fault): fault is FaultOf<S> => ofStage.includes(fault);
    const used = this.#use((one) => isOfStage(one.fault) && isMeant(one, prompt));
    return used !== null && isOfStage(used) ? used : null;
  }

  #use(isWanted: (one: Planted) => boolean): Fault | null {
    const at = this.#waiting.findIndex(isWanted);
    return at < 0 ? null : (this.#waiting.splice(at, 1)[0]?.fault ?? null);
  }
}

const isMeant = (one: Planted, prompt: string | null) =>
  one.prompt === null || one.prompt === prompt;
