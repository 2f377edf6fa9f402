import { fail, ok } from "@cutroom/timeline";
import type { Range } from "../state/range.ts";
import type { Planned, Situation } from "./plan.ts";

/** Empties the marked range, or takes it out and closes up; the playhead goes to its start. */
export function clearRange(
  { idBase }: Situation,
  range: Range | null,
  how: "lift" | "extract",
): Planned {
  if (range === null) return fail("action.no-range");
  const close = how === "extract";
  return ok({
    label: how,
    edits: [{ type: "clear-range", ...range, close, idBase }],
    seek: range.startFlicks,
  });
}
