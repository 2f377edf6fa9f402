/** Every edit as data, so that a client can send one, and the one way to carry an edit out. */
import { z } from "zod";
import { makePatch } from "./diff-documents.ts";
import type { ProjectDocument } from "./document.ts";
import type { EditResult } from "./draft.ts";
import { addMarker, addMarkerArgs } from "./edits/add-marker.ts";
import { addTrack, addTrackArgs } from "./edits/add-track.ts";
import { addTransition, addTransitionArgs } from "./edits/add-transition.ts";
import { breakCompound, breakCompoundArgs } from "./edits/break-compound.ts";
import { clearRange, clearRangeArgs } from "./edits/clear-range.ts";
import { closeGap, closeGapArgs } from "./edits/close-gap.ts";
import { duplicateClips, duplicateClipsArgs } from "./edits/duplicate-clips.ts";
import { freezeFrame, freezeFrameArgs } from "./edits/freeze-frame.ts";
import { group, groupArgs } from "./edits/group.ts";
import { insertClip, insertClipArgs } from "./edits/insert-clip.ts";
import { lift, liftArgs } from "./edits/lift.ts";
import { link, linkArgs } from "./edits/link.ts";
import { makeCompound, makeCompoundArgs } from "./edits/make-compound.ts";
import { mergeCaptions, mergeCaptionsArgs } from "./edits/merge-captions.ts";
import { moveClips, moveClipsArgs } from "./edits/move-clips.ts";
import { putCaptions, putCaptionsArgs } from "./edits/put-captions.ts";
import { removeMarker, removeMarkerArgs } from "./edits/remove-marker.ts";
import { removeTrack, removeTrackArgs } from "./edits/remove-track.ts";
import { removeTransition, removeTransitionArgs } from "./edits/remove-transition.ts";
import { rippleDelete, rippleDeleteArgs } from "./edits/ripple-delete.ts";
import { roll, rollArgs } from "./edits/roll.ts";
import { setClip, setClipArgs } from "./edits/set-clip.ts";
import { setMarker, setMarkerArgs } from "./edits/set-marker.ts";
import { setSettings, setSettingsArgs } from "./edits/set-settings.ts";
import { setTrack, setTrackArgs } from "./edits/set-track.ts";
import { setTransition, setTransitionArgs } from "./edits/set-transition.ts";
import { slide, slideArgs } from "./edits/slide.ts";
import { slip, slipArgs } from "./edits/slip.ts";
import { splitCaption, splitCaptionArgs } from "./edits/split-caption.ts";
import { splitClip, splitClipArgs } from "./edits/split-clip.ts";
import { trimClip, trimClipArgs } from "./edits/trim-clip.ts";
import { ungroup, ungroupArgs } from "./edits/ungroup.ts";
import { unlink, unlinkArgs } from "./edits/unlink.ts";
import { useTake, useTakeArgs } from "./edits/use-take.ts";
import type { EditFailure } from "./failure-codes.ts";
import type { Patch } from "./patch.ts";
import { fail, ok } from "./result.ts";
import type { Result } from "./result.ts";

export const editSchema = z.discriminatedUnion("type", [
  addTrackArgs,
  removeTrackArgs,
  setTrackArgs,
  insertClipArgs,
  moveClipsArgs,
  duplicateClipsArgs,
  trimClipArgs,
  rollArgs,
  slipArgs,
  slideArgs,
  splitClipArgs,
  freezeFrameArgs,
  liftArgs,
  rippleDeleteArgs,
  closeGapArgs,
  clearRangeArgs,
  setClipArgs,
  linkArgs,
  unlinkArgs,
  groupArgs,
  ungroupArgs,
  addTransitionArgs,
  setTransitionArgs,
  removeTransitionArgs,
  addMarkerArgs,
  setMarkerArgs,
  removeMarkerArgs,
  setSettingsArgs,
  putCaptionsArgs,
  splitCaptionArgs,
  mergeCaptionsArgs,
  useTakeArgs,
  makeCompoundArgs,
  breakCompoundArgs,
]);
export type Edit = z.infer<typeof editSchema>;

type Regrouping =
  | "put-captions"
  | "split-caption"
  | "merge-captions"
  | "make-compound"
  | "break-compound";

/** One clip out of several, or several out of one. */
function regroup(
  document: ProjectDocument,
  edit: Extract<Edit, { readonly type: Regrouping }>,
): EditResult {
  switch (edit.type) {
    case "put-captions":
      return putCaptions(document, edit);
    case "split-caption":
      return splitCaption(document, edit);
    case "merge-captions":
      return mergeCaptions(document, edit);
    case "make-compound":
      return makeCompound(document, edit);
    case "break-compound":
      return breakCompound(document, edit);
  }
}

function carryOut(document: ProjectDocument, edit: Edit): EditResult {
  switch (edit.type) {
    case "add-track":
      return addTrack(document, edit);
    case "remove-track":
      return removeTrack(document, edit);
    case "set-track":
      return setTrack(document, edit);
    case "insert-clip":
      return insertClip(document, edit);
    case "move-clips":
      return moveClips(document, edit);
    case "duplicate-clips":
      return duplicateClips(document, edit);
    case "trim-clip":
      return trimClip(document, edit);
    case "roll":
      return roll(document, edit);
    case "slip":
      return slip(document, edit);
    case "slide":
      return slide(document, edit);
    case "split-clip":
      return splitClip(document, edit);
    case "freeze-frame":
      return freezeFrame(document, edit);
    case "lift":
      return lift(document, edit);
    case "ripple-delete":
      return rippleDelete(document, edit);
    case "close-gap":
      return closeGap(document, edit);
    case "clear-range":
      return clearRange(document, edit);
    case "set-clip":
      return setClip(document, edit);
    case "link":
      return link(document, edit);
    case "unlink":
      return unlink(document, edit);
    case "group":
      return group(document, edit);
    case "ungroup":
      return ungroup(document, edit);
    case "add-transition":
      return addTransition(document, edit);
    case "set-transition":
      return setTransition(document, edit);
    case "remove-transition":
      return removeTransition(document, edit);
    case "add-marker":
      return addMarker(document, edit);
    case "set-marker":
      return setMarker(document, edit);
    case "remove-marker":
      return removeMarker(document, edit);
    case "set-settings":
      return setSettings(document, edit);
    case "put-captions":
    case "split-caption":
    case "merge-captions":
    case "make-compound":
    case "break-compound":
      return regroup(document, edit);
    case "use-take":
      return useTake(document, edit);
    default:
      return edit satisfies never;
  }
}

export interface Edited {
  /** Shares every unchanged part with the old one; the very same one when nothing changed. */
  readonly document: ProjectDocument;
  readonly patch: Patch;
}

/**
 * Carries one edit out, or refuses it with a code of `EDIT_FAILURES` and changes nothing. The
 * edit's shape is checked first (`edit.schema`), so what comes from a slider or from outside
 * can be passed as it is. The result obeys SPEC.md.
 */
export function applyEdit(document: ProjectDocument, edit: Edit): Result<Edited, EditFailure> {
  const edited = editDocument(document, edit);
  if (!edited.ok) return edited;
  const patch = makePatch(document, edited.value);
  return ok({ document: patch.forward.length === 0 ? document : edited.value, patch });
}

/** As `applyEdit`, without the patch: for the moments of a gesture, of which only the last counts. */
export function editDocument(document: ProjectDocument, edit: Edit): EditResult {
  const parsed = editSchema.safeParse(edit);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return fail("edit.schema", { path: issue?.path.join("/") ?? "" });
  }
  return carryOut(document, parsed.data);
}
