import { clipsOnTrack } from "@cutroom/timeline";
import { group, toggleFollows, ungroup } from "../actions/arrange.ts";
import { closeAllGaps, closeGapAtPlayhead } from "../actions/gaps.ts";
import type { Situation } from "../actions/plan.ts";
import { situationOf } from "../actions/run-plan.ts";
import { clipsAlong, clipsOfTrack } from "../actions/select-along.ts";
import { hasLate, moveIntoSync, slipIntoSync } from "../actions/sync.ts";
import type { EditorState } from "../state/store.ts";
import type { Command, CommandId } from "./command.ts";
import { planned } from "./planned.ts";

const hasGrouped = ({ selectedClipIds, journal }: EditorState) =>
  selectedClipIds.some((id) => journal.document.clips[id]?.groupId !== undefined);
const isLate = ({ selectedClipIds, journal }: EditorState) =>
  hasLate(journal.document, selectedClipIds);
// Asked whenever anything changes: the clips of a track are remembered, counting all of them is not.
const hasAny = ({ journal: { document } }: EditorState) =>
  document.trackOrder.some((trackId) => clipsOnTrack(document, trackId).length > 0);

/** A command that selects what `choose` finds; nothing found leaves the selection. */
function selecting(
  id: CommandId,
  keys: readonly string[],
  choose: (situation: Situation) => string[],
): Command {
  return {
    id,
    group: "timeline",
    keys,
    enabled: hasAny,
    run: (env) => {
      const ids = choose(situationOf(env));
      if (ids.length > 0) env.store.getState().selectClips(ids);
    },
  };
}

/** How clips belong together and lie beside each other. */
export const arrangeCommands: readonly Command[] = [
  planned("group", ["$mod+g"], group, ({ selectedClipIds }) => selectedClipIds.length > 1),
  planned("ungroup", ["$mod+Shift+g"], ungroup, hasGrouped),
  planned("move-into-sync", ["Alt+KeyY"], moveIntoSync, isLate),
  planned("slip-into-sync", ["Alt+Shift+KeyY"], slipIntoSync, isLate),
  planned("close-gap", ["Alt+KeyG"], closeGapAtPlayhead, hasAny),
  planned("close-all-gaps", ["Alt+Shift+KeyG"], closeAllGaps, hasAny),
  planned(
    "track-follows",
    ["Alt+Shift+KeyL"],
    toggleFollows,
    ({ selectedClipIds }) => selectedClipIds.length > 0,
  ),
  selecting("select-forward", ["Alt+BracketRight"], (now) => clipsAlong(now, "forward", "all")),
  selecting("select-back", ["Alt+BracketLeft"], (now) => clipsAlong(now, "back", "all")),
  selecting("select-forward-track", ["Alt+Shift+BracketRight"], (now) =>
    clipsAlong(now, "forward", "track"),
  ),
  selecting("select-back-track", ["Alt+Shift+BracketLeft"], (now) =>
    clipsAlong(now, "back", "track"),
  ),
  selecting("select-track", ["Alt+KeyA"], clipsOfTrack),
];
