import { addShape } from "../actions/add-shape.ts";
import { addTitle } from "../actions/add-title.ts";
import { addMarker, link, toggleMute, unlink } from "../actions/arrange.ts";
import { keysAtPlayhead } from "../keyframes/keys-at-playhead.ts";
import { lift, rippleDelete } from "../actions/delete-selection.ts";
import { freezeFrame, reverseClips } from "../actions/pace.ts";
import { copySelection, duplicateSelection, paste } from "../actions/paste.ts";
import { runTransition } from "../actions/run-transition.ts";
import { runPlan, situationOf } from "../actions/run-plan.ts";
import { hasTakes, stepTake } from "../actions/step-take.ts";
import { splitAllTracks, splitAtPlayhead } from "../actions/split.ts";
import { trimToPlayhead } from "../actions/trim-to-playhead.ts";
import { isRecording, useRecording } from "../../record/record-state.ts";
import { offlineIds } from "../relink/offline-files.ts";
import { useWorkspace } from "../../server/workspace.ts";
import type { EditorEnv } from "../session/editor-env.ts";
import type { EditorState } from "../state/store.ts";
import type { Command } from "./command.ts";
import { planned } from "./planned.ts";

const hasClips = ({ selectedClipIds }: EditorState) => selectedClipIds.length > 0;
const hasSeveralTakes = ({ selectedClipIds, journal }: EditorState) =>
  selectedClipIds.some((id) => {
    const clip = journal.document.clips[id];
    return clip !== undefined && hasTakes(clip);
  });
const hasLinked = ({ selectedClipIds, journal }: EditorState) =>
  selectedClipIds.some((id) => typeof journal.document.clips[id]?.linkId === "string");
function selectedTitleId({ selectedClipIds, journal }: EditorState): string | null {
  const [only, ...more] = selectedClipIds;
  const clip = only === undefined || more.length > 0 ? undefined : journal.document.clips[only];
  return clip?.kind === "text" ? clip.id : null;
}
const hasSelection = (state: EditorState) => hasClips(state) || state.selectedTransitionId !== null;

function copy(env: EditorEnv): void {
  env.clipboard.clips = copySelection(situationOf(env));
}

const historyCommands: readonly Command[] = [
  {
    id: "undo",
    group: "edit",
    keys: ["$mod+z"],
    writes: true,
    enabled: ({ journal }) => journal.history.past.length > 0,
    run: (env) => {
      env.store.getState().undo();
    },
  },
  {
    id: "redo",
    group: "edit",
    keys: ["$mod+Shift+z", "$mod+y"],
    writes: true,
    enabled: ({ journal }) => journal.history.future.length > 0,
    run: (env) => {
      env.store.getState().redo();
    },
  },
];

const clipboardCommands: readonly Command[] = [
  {
    id: "cut",
    group: "edit",
    keys: ["$mod+x"],
    writes: true,
    enabled: hasClips,
    run: (env) => {
      copy(env);
      runPlan(env, lift(situationOf(env)));
    },
  },
  { id: "copy", group: "edit", keys: ["$mod+c"], enabled: hasClips, run: copy },
  {
    id: "paste",
    group: "edit",
    keys: ["$mod+v"],
    writes: true,
    run: (env) => {
      runPlan(env, paste(situationOf(env), env.clipboard.clips));
    },
  },
  planned("duplicate", ["$mod+d"], duplicateSelection, hasClips),
  {
    id: "select-all",
    group: "edit",
    keys: ["$mod+a"],
    run: (env) => {
      const { journal, selectClips } = env.store.getState();
      selectClips(Object.keys(journal.document.clips));
    },
  },
  {
    id: "clear-selection",
    group: "edit",
    keys: ["Escape", "$mod+Shift+a"],
    // Once more, with nothing selected, leads out of a compound clip.
    run: (env) => {
      const state = env.store.getState();
      if (hasSelection(state)) state.clearSelection();
      else state.closeCompounds(state.openCompounds.length - 1);
    },
  },
];

export const editCommands: readonly Command[] = [
  planned("split", ["s", "$mod+k", "$mod+b"], splitAtPlayhead),
  planned("split-all", ["Shift+s"], splitAllTracks),
  planned("freeze-frame", ["Shift+f"], freezeFrame),
  planned("reverse", ["Shift+r"], reverseClips, hasClips),
  planned("trim-start", ["q"], (situation) => trimToPlayhead(situation, "start")),
  planned("trim-end", ["w"], (situation) => trimToPlayhead(situation, "end")),
  planned("lift", ["Delete", "Backspace"], lift, hasSelection),
  planned("ripple-delete", ["Shift+Delete", "Shift+Backspace"], rippleDelete, hasClips),
  ...historyCommands,
  ...clipboardCommands,
  {
    id: "crossfade",
    group: "edit",
    keys: ["x"],
    writes: true,
    run: (env) => {
      runTransition(env, "crossfade");
    },
  },
  {
    id: "add-title",
    group: "edit",
    keys: ["t"],
    writes: true,
    run: (env) => {
      runPlan(env, addTitle(situationOf(env), { text: env.titleText() }));
    },
  },
  {
    id: "edit-text",
    group: "edit",
    keys: ["Enter"],
    writes: true,
    enabled: (state) => selectedTitleId(state) !== null,
    run: (env) => {
      const state = env.store.getState();
      state.editText(selectedTitleId(state));
    },
  },
  {
    id: "add-shape",
    group: "edit",
    keys: ["Shift+t"],
    writes: true,
    run: (env) => {
      runPlan(env, addShape(situationOf(env), { name: env.shapeName(), shape: {} }));
    },
  },
  {
    id: "auto-cut",
    group: "edit",
    keys: ["Shift+a"],
    writes: true,
    run: (env) => env.store.getState().openDialog("auto-cut"),
  },
  {
    id: "record",
    group: "edit",
    keys: ["Shift+v"],
    writes: true,
    run: (env) => {
      if (isRecording()) useRecording.getState().stop();
      else env.store.getState().openDialog("record");
    },
  },
  {
    id: "pause-recording",
    group: "edit",
    keys: ["Shift+p"],
    enabled: () =>
      useRecording.getState().phase === "recording" || useRecording.getState().phase === "paused",
    run: () => useRecording.getState().pauseOrResume(),
  },
  {
    id: "relink",
    group: "edit",
    keys: ["Shift+o"],
    writes: true,
    enabled: ({ project }) => offlineIds(project.document, useWorkspace.getState()).size > 0,
    run: (env) => env.store.getState().openDialog("relink"),
  },
  {
    id: "add-marker",
    group: "edit",
    keys: ["m"],
    writes: true,
    run: (env) => {
      const state = env.store.getState();
      const here = Object.values(state.journal.document.markers).find(
        ({ at }) => at === state.playheadFlicks,
      );
      // Once more at the same place: its note.
      if (here === undefined) runPlan(env, addMarker(situationOf(env)));
      else state.editMarker(here.id);
    },
  },
  planned("link", ["Shift+l"], link, ({ selectedClipIds }) => selectedClipIds.length > 1),
  planned("unlink", ["Shift+k"], unlink, hasLinked),
  planned("previous-take", ["Alt+,"], (situation) => stepTake(situation, -1), hasSeveralTakes),
  planned("next-take", ["Alt+."], (situation) => stepTake(situation, 1), hasSeveralTakes),
  planned("toggle-keys", ["Alt+k"], keysAtPlayhead, hasClips),
  planned("mute", ["Shift+m"], toggleMute, hasClips),
];
