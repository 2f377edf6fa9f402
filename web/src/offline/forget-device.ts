import { browserAnswers } from "./kept-answers.ts";
import { openMediaShelf } from "./media-shelf.ts";
import { forgetProjects } from "./page-shelf.ts";

async function forgetKeptEdits(evenUnsent: boolean): Promise<void> {
  // Only here do pages without an editor need its code.
  const [{ forgetEdits }, { indexedDbLog }] = await Promise.all([
    import("../editor/session/kept-edits.ts"),
    import("../editor/session/op-log.ts"),
  ]);
  await forgetEdits(indexedDbLog(), navigator.locks, { evenUnsent });
}

/**
 * Takes media and opened projects of one account off this device, what the API said of it, and
 * the edits that the server has; those that it has not only with `evenUnsent`.
 */
export async function forgetDevice({ evenUnsent = false } = {}): Promise<void> {
  await Promise.allSettled([
    browserAnswers().clear(),
    openMediaShelf().clear(),
    forgetProjects(),
    forgetKeptEdits(evenUnsent),
  ]);
}
