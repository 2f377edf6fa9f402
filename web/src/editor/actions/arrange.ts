/** Actions that are one edit of the selection or of the playhead's place. */
import { fail, ok } from "@cutroom/timeline";
import { MARKER_COLOURS } from "../timeline/marker-colours.ts";
import { type Planned, type Situation, selectedClips } from "./plan.ts";

export function addMarker({ document, idBase, playheadFlicks }: Situation): Planned {
  const name = String(Object.keys(document.markers).length + 1);
  const marker = { id: `${idBase}-m`, at: playheadFlicks, name, colour: MARKER_COLOURS.amber };
  return ok({ label: "add-marker", edits: [{ type: "add-marker", marker }] });
}

export function link(situation: Situation): Planned {
  const clipIds = selectedClips(situation).map(({ id }) => id);
  if (clipIds.length < 2) return fail("action.nothing-selected");
  return ok({ label: "link", edits: [{ type: "link", clipIds, linkId: `${situation.idBase}-l` }] });
}

export function unlink(situation: Situation): Planned {
  const linked = selectedClips(situation).filter(({ linkId }) => linkId !== null);
  if (linked.length === 0) return fail("action.nothing-selected");
  return ok({ label: "unlink", edits: [{ type: "unlink", clipIds: linked.map(({ id }) => id) }] });
}

export function group(situation: Situation): Planned {
  const clipIds = selectedClips(situation).map(({ id }) => id);
  if (clipIds.length < 2) return fail("action.nothing-to-group");
  const groupId = `${situation.idBase}-g`;
  return ok({ label: "group", edits: [{ type: "group", clipIds, groupId }] });
}

export function ungroup(situation: Situation): Planned {
  const grouped = selectedClips(situation).filter(({ groupId }) => groupId !== undefined);
  if (grouped.length === 0) return fail("action.nothing-selected");
  return ok({
    label: "ungroup",
    edits: [{ type: "ungroup", clipIds: grouped.map(({ id }) => id) }],
  });
}

/** Whether the selected clips' tracks follow ripples of others: none of them any more, or all again. */
export function toggleFollows({ document, ...situation }: Situation): Planned {
  const clips = selectedClips({ document, ...situation });
  const trackIds = [...new Set(clips.map(({ trackId }) => trackId))];
  if (trackIds.length === 0) return fail("action.nothing-selected");
  const follows = trackIds.every((id) => document.tracks[id]?.follows === false);
  return ok({
    label: "track",
    edits: trackIds.map((trackId) => ({ type: "set-track", trackId, follows })),
  });
}

/** All selected sounds off, or all on when they are off already. */
export function toggleMute(situation: Situation): Planned {
  const media = selectedClips(situation).flatMap((clip) =>
    clip.kind === "media" || clip.kind === "compound" ? [clip] : [],
  );
  if (media.length === 0) return fail("action.nothing-selected");
  const muted = media.some((clip) => !clip.audio.muted);
  const clipIds = media.map(({ id }) => id);
  return ok({
    label: "mute",
    edits: [{ type: "set-clip", clipIds, changes: { audio: { muted } } }],
  });
}
