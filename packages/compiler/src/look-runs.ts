/** A changing look in a graph: filters of one value each, on for as long as it lasts. */
import type { LookNumber } from "@cutroom/timeline";
import type { PlanLook } from "./look-steps.ts";
import type { PlanPicture } from "./plan.ts";

/** The frames of a leg that begins with frame `offset` of its picture. */
export interface LegFrames {
  readonly offset: number;
  readonly length: number;
}

/** A look on frames [from, to) of a leg. */
export interface LookRun extends PlanLook {
  readonly from: number;
  readonly to: number;
}

export interface LookCourse {
  /** In order, without gaps; one at least. */
  readonly runs: readonly [LookRun, ...LookRun[]];
  /** Has one of these numbers keys? */
  readonly changes: (...fields: readonly LookNumber[]) => boolean;
}

export function courseOf(picture: PlanPicture, { offset, length }: LegFrames): LookCourse {
  const { colour, effects, mask, key, looks } = picture;
  const plain: LookRun = {
    from: 0,
    to: length,
    colour,
    ...(effects && { effects }),
    ...(mask && { mask }),
    ...(key && { key }),
  };
  const runs = (looks?.steps ?? []).flatMap(({ frame, ...look }, at, steps): LookRun[] => {
    const from = at === 0 ? 0 : Math.max(0, frame - offset);
    const next = steps[at + 1];
    const to = next === undefined ? length : Math.min(length, next.frame - offset);
    return to > from ? [{ ...look, from, to }] : [];
  });
  const [first = plain, ...rest] = runs;
  return {
    runs: [first, ...rest],
    changes: (...fields) => fields.some((field) => looks?.fields.includes(field) === true),
  };
}

/** `filtersOf` each run, in the order of the first run that has them. */
export function overRuns(
  runs: readonly LookRun[],
  filtersOf: (run: LookRun) => readonly string[],
): string[] {
  const spans = new Map<string, { from: number; to: number }[]>();
  for (const run of runs) {
    for (const filter of filtersOf(run)) {
      const known = spans.get(filter) ?? [];
      const last = known.at(-1);
      if (last?.to === run.from) last.to = run.to;
      else known.push({ from: run.from, to: run.to });
      spans.set(filter, known);
    }
  }
  const length = runs.at(-1)?.to ?? 0;
  return [...spans].map(([filter, known]) => {
    const [first] = known;
    if (first?.from === 0 && first.to === length) return filter;
    const times = known.map(({ from, to }) => `between(n,${from},${to - 1})`);
    return `${filter}:enable='${times.join("+")}'`;
  });
}

/** The value of each run as an expression of `index`, the leg's frame. */
export function valueOverRuns(
  runs: readonly LookRun[],
  index: string,
  valueOf: (run: LookRun) => string,
): string {
  const [first] = runs;
  const texts = runs.map(valueOf);
  const [text = "0"] = texts;
  if (first === undefined || texts.every((one) => one === text)) return text;
  const middle = runs.length >> 1;
  const low = valueOverRuns(runs.slice(0, middle), index, valueOf);
  const high = valueOverRuns(runs.slice(middle), index, valueOf);
  return low === high ? low : `if(lt(${index},${runs[middle]?.from ?? 0}),${low},${high})`;
}
