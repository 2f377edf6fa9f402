import type { CaptionClip } from "@cutroom/timeline";
import { checkCoverage } from "@cutroom/titles";

const known = new WeakMap<CaptionClip, readonly string[]>();

/** Characters of a cue that no font of an export can draw; remembered by the cue itself. */
export function missingCharacters(cue: CaptionClip): readonly string[] {
  const before = known.get(cue);
  if (before !== undefined) return before;
  const missing = checkCoverage(cue.text);
  known.set(cue, missing);
  return missing;
}
