import { documentDuration, editPoints, nominalRate } from "@cutroom/timeline";
import { keyBeside } from "../keyframes/pose-edits.ts";
import type { EditorEnv } from "../session/editor-env.ts";
import { shownDocument } from "../state/document.ts";
import type { EditorState } from "../state/store.ts";
import type { Command } from "./command.ts";

function go(env: EditorEnv, time: number): void {
  const { setPlaying, seek, revealTime } = env.store.getState();
  setPlaying(false);
  seek(time);
  revealTime(env.store.getState().playheadFlicks);
}

function step(env: EditorEnv, frames: number): void {
  const { stepFrames, revealTime } = env.store.getState();
  stepFrames(frames);
  revealTime(env.store.getState().playheadFlicks);
}

function second(env: EditorEnv): number {
  return nominalRate(shownDocument(env.store.getState()).settings.rate);
}

function nextEdit(env: EditorEnv, direction: 1 | -1): void {
  const state = env.store.getState();
  const times = editPoints(shownDocument(state)).map(({ timeFlicks }) => timeFlicks);
  const found =
    direction === 1
      ? times.find((time) => time > state.playheadFlicks)
      : times.findLast((time) => time < state.playheadFlicks);
  go(env, found ?? (direction === 1 ? (times.at(-1) ?? 0) : 0));
}

/** Among the selected clips' keys; among everybody's when nothing is selected. */
function nextKey(env: EditorEnv, direction: 1 | -1): void {
  const state = env.store.getState();
  const { clips } = shownDocument(state);
  const among =
    state.selectedClipIds.length > 0
      ? state.selectedClipIds.flatMap((id) => clips[id] ?? [])
      : Object.values(clips);
  const time = keyBeside(among, state.playheadFlicks, direction);
  if (time !== null) go(env, time);
}

function nextMarker(env: EditorEnv, direction: 1 | -1): void {
  const { journal, playheadFlicks } = env.store.getState();
  const times = Object.values(journal.document.markers)
    .map(({ at }) => at)
    .toSorted((a, b) => a - b);
  const found =
    direction === 1
      ? times.find((time) => time > playheadFlicks)
      : times.findLast((time) => time < playheadFlicks);
  if (found !== undefined) go(env, found);
}

const hasMarkers = ({ journal }: EditorState) => Object.keys(journal.document.markers).length > 0;

export const playCommands: readonly Command[] = [
  {
    id: "play-pause",
    group: "play",
    keys: ["Space"],
    once: true,
    run: (env) => {
      const { playing, setPlaying } = env.store.getState();
      setPlaying(!playing);
    },
  },
  {
    id: "shuttle-back",
    group: "play",
    keys: ["j"],
    run: (env) => env.store.getState().shuttle(-1),
  },
  { id: "stop", group: "play", keys: ["k"], run: (env) => env.store.getState().setPlaying(false) },
  {
    id: "shuttle-forward",
    group: "play",
    keys: ["l"],
    run: (env) => env.store.getState().shuttle(1),
  },
  { id: "previous-frame", group: "play", keys: ["ArrowLeft"], run: (env) => step(env, -1) },
  { id: "next-frame", group: "play", keys: ["ArrowRight"], run: (env) => step(env, 1) },
  {
    id: "back-second",
    group: "play",
    keys: ["Shift+ArrowLeft"],
    run: (env) => step(env, -second(env)),
  },
  {
    id: "forward-second",
    group: "play",
    keys: ["Shift+ArrowRight"],
    run: (env) => step(env, second(env)),
  },
  { id: "previous-edit", group: "play", keys: ["ArrowUp"], run: (env) => nextEdit(env, -1) },
  { id: "next-edit", group: "play", keys: ["ArrowDown"], run: (env) => nextEdit(env, 1) },
  {
    id: "previous-key",
    group: "play",
    keys: ["Shift+ArrowUp"],
    run: (env) => nextKey(env, -1),
  },
  { id: "next-key", group: "play", keys: ["Shift+ArrowDown"], run: (env) => nextKey(env, 1) },
  {
    id: "previous-marker",
    group: "play",
    keys: ["Alt+ArrowUp"],
    enabled: hasMarkers,
    run: (env) => nextMarker(env, -1),
  },
  {
    id: "next-marker",
    group: "play",
    keys: ["Alt+ArrowDown"],
    enabled: hasMarkers,
    run: (env) => nextMarker(env, 1),
  },
  { id: "go-start", group: "play", keys: ["Home"], run: (env) => go(env, 0) },
  {
    id: "go-end",
    group: "play",
    keys: ["End"],
    run: (env) => go(env, documentDuration(shownDocument(env.store.getState()))),
  },
];
