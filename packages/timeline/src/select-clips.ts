/** Which clips an edit is about. */
import type { Clip, ProjectDocument } from "./document.ts";
import type { EditFailure } from "./failure-codes.ts";
import { linkedClipIds, lookUp } from "./queries.ts";
import { fail, ok } from "./result.ts";
import type { Result } from "./result.ts";

/**
 * The named clips, and the rest of their link groups unless `linked` is false (E2). Fails with
 * `clip.missing` when a named one does not exist.
 */
export function selectClips(
  document: ProjectDocument,
  clipIds: readonly string[],
  linked: boolean | undefined,
): Result<Clip[], EditFailure> {
  const ids = linked === false ? [...new Set(clipIds)] : linkedClipIds(document, clipIds);
  const clips: Clip[] = [];
  for (const id of ids) {
    const clip = lookUp(document.clips, id);
    if (!clip) return fail("clip.missing", { clipId: id });
    clips.push(clip);
  }
  return ok(clips);
}
