/** Edits of what is open: the document itself or the inside of a compound clip. */
import type { ProjectDocument, Track } from "../document.ts";
import { editDocument } from "../edit.ts";
import type { Edit } from "../edit.ts";
import type { EditResult } from "../draft.ts";
import { fail, ok } from "../result.ts";
import { endlessSequences, insideOf, isShown, withInside } from "./sequences.ts";

/** Sequences that only the clip which was broken apart showed are of no use any more. */
function withoutUnshown(before: ProjectDocument, after: ProjectDocument): ProjectDocument {
  if (after.sequences === undefined) return after;
  const { sequences, ...rest } = after;
  const kept = Object.entries(sequences).filter(
    ([id]) => isShown(after, id) || !isShown(before, id),
  );
  return kept.length === 0 ? rest : { ...after, sequences: Object.fromEntries(kept) };
}

const isCaptionTrack = ({ kind }: Track) => kind === "caption";

/**
 * Carries an edit out inside of the sequence, or on the document itself (null); the settings are
 * the document's wherever one is. Gives the whole document. Fails as `editDocument` does, and
 * with `compound.missing` (nothing is inside any more), `compound.nested` and `compound.captions`.
 */
export function editWithin(
  document: ProjectDocument,
  sequenceId: string | null,
  edit: Edit,
): EditResult {
  const outside = sequenceId === null || edit.type === "set-settings";
  const place = outside ? document : insideOf(document, sequenceId);
  if (place === null) return fail("compound.missing", { sequenceId: sequenceId ?? "" });
  const edited = editDocument(place, edit);
  if (!edited.ok || edited.value === place) return edited.ok ? ok(document) : edited;
  const whole = outside ? edited.value : withInside(document, sequenceId, edited.value);
  // What is inside was checked as a document of its own, which cannot see that it comes round.
  const [endless] = endlessSequences(whole);
  if (endless !== undefined) return fail("compound.nested", { sequenceId: endless });
  const hasCaptions = !outside && Object.values(edited.value.tracks).some(isCaptionTrack);
  if (hasCaptions) return fail("compound.captions");
  return ok(edit.type === "break-compound" ? withoutUnshown(document, whole) : whole);
}
