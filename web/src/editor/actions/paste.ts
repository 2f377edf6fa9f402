import { type Clip, type Edit, fail, ok } from "@cutroom/timeline";
import { takesLinks } from "../state/selection.ts";
import { type Planned, type Situation, selectedClips } from "./plan.ts";

/** Copied clips with their own times; they outlive the clips that they were copied from. */
export type Clipboard = readonly Clip[];

export function copySelection(situation: Situation): Clipboard {
  return selectedClips(situation);
}

/** Puts the copied clips at the playhead on the tracks they came from, over what is there. */
export function paste(situation: Situation, clipboard: Clipboard): Planned {
  const { document, idBase, playheadFlicks } = situation;
  const present = clipboard.filter((clip) => document.tracks[clip.trackId] !== undefined);
  if (clipboard.length === 0) return fail("action.clipboard-empty");
  if (present.length === 0) return fail("action.no-track");
  const earliest = Math.min(...present.map((clip) => clip.start));
  const links = [...new Set(present.map((clip) => clip.linkId))];
  const groups = [...new Set(present.map((clip) => clip.groupId))];
  const edits = present.map((clip, index): Edit => {
    return {
      type: "insert-clip",
      clip: {
        ...clip,
        id: `${idBase}-c${index}`,
        linkId: clip.linkId === null ? null : `${idBase}-l${links.indexOf(clip.linkId)}`,
        ...(clip.groupId === undefined
          ? {}
          : { groupId: `${idBase}-g${groups.indexOf(clip.groupId)}` }),
        start: playheadFlicks + clip.start - earliest,
      },
      mode: "overwrite",
      idBase: `${idBase}-${index}`,
    };
  });
  const end = Math.max(...present.map((clip) => clip.start + clip.duration));
  return ok({
    label: "paste",
    edits,
    select: present.map((_, index) => `${idBase}-c${index}`),
    seek: playheadFlicks + end - earliest,
  });
}

/** Copies the selection to right after itself; what follows makes room. */
export function duplicateSelection(situation: Situation): Planned {
  const clips = selectedClips(situation);
  if (clips.length === 0) return fail("action.nothing-selected");
  const end = Math.max(...clips.map((clip) => clip.start + clip.duration));
  return ok({
    label: "duplicate",
    edits: [
      {
        type: "duplicate-clips",
        clipIds: clips.map(({ id }) => id),
        atFlicks: end,
        trackDelta: 0,
        mode: "insert",
        idBase: situation.idBase,
        linked: takesLinks(
          situation.document,
          clips.map(({ id }) => id),
        ),
      },
    ],
  });
}
