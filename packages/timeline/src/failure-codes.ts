/** Why an edit can be refused: a closed list that the editor and the API translate. */
import type { Failure } from "./result.ts";

export const EDIT_FAILURES = [
  "clip.missing",
  "clip.kind",
  "clip.overlap",
  "clip.too-short",
  "clip.source-range",
  "track.missing",
  "track.kind",
  "track.locked",
  "transition.missing",
  "transition.not-touching",
  "transition.exists",
  "transition.no-handle",
  "transition.too-long",
  "transition.compound",
  "marker.missing",
  "id.taken",
  "split.outside",
  "gap.none",
  "range.empty",
  "ripple.blocked",
  "cut.not-touching",
  "take.too-short",
  "compound.captions",
  "compound.missing",
  "compound.nested",
  "compound.no-picture",
  "compound.transition-outside",
  "settings.rate",
  /** `details.rule` names the rule of SPEC.md. */
  "edit.breaks-rule",
  /** The change does not have the document's shape; `details.path` says where. */
  "edit.schema",
] as const;
export type EditFailureCode = (typeof EDIT_FAILURES)[number];
export type EditFailure = Failure<EditFailureCode>;
