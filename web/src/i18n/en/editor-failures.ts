/** Why an edit or an action was refused, by code, and what to do. */
export const editorFailures = {
  action: {
    "nothing-selected": "Select a clip first.",
    "nothing-at-playhead": "There is no clip to cut here. Move the playhead into one.",
    "no-cut":
      "A transition needs two clips that touch. Move the playhead to a cut, or select the clips on both sides.",
    "no-handle":
      "These clips play to the very ends of their files, so there is nothing to fade through.",
    "caption-here": "A caption is here already. Move the playhead to a free place.",
    "no-next-caption": "No caption comes after this one.",
    "clipboard-empty": "Nothing has been copied yet.",
    "not-ready": "This file is still being prepared. It can be used as soon as it is ready.",
    "no-takes": "The selected clips have one take each. Generate one again for another.",
    "nothing-to-group": "Select two clips or more to group them.",
    "in-sync": "The selected clips are in sync with what they are linked to.",
    "no-sync-room":
      "There is not enough room to bring the clip into sync this way. Try it the other way: moving needs room on the timeline, slipping needs more of the file.",
    "no-gaps":
      "There is no gap to close here. Move the playhead into one, or select a clip of the track.",
    "no-range": "Mark an in or an out point first: press I or O at the playhead.",
    "no-attributes":
      "The selected clips cannot have what the copied one has. Copy a clip of the same kind first.",
    "no-track": "There is no unlocked track for it. Unlock or add one.",
  },
  editor: { "read-only": "This project is being edited in another tab. Take over to edit here." },
  clip: {
    missing: "The clip is not there any more.",
    kind: "Not every selected clip has this setting.",
    overlap: "Another clip is in the way.",
    "too-short": "That would leave less than one frame.",
    "source-range": "The file does not reach that far.",
  },
  track: {
    missing: "There is no such track.",
    kind: "This kind of clip does not go on that track.",
    locked: "The track is locked. Unlock it first.",
  },
  transition: {
    missing: "The transition is not there any more.",
    "not-touching": "The two clips do not touch.",
    exists: "This cut has that transition already.",
    "no-handle": "There is not enough material beyond the cut for that length.",
    "too-long": "The clips are too short for that length.",
    compound: "A compound clip has no transitions at its edges. Open it, or break it apart first.",
  },
  marker: { missing: "The marker is not there any more." },
  id: { taken: "That did not work. Try again." },
  split: { outside: "There is no clip to cut at the playhead." },
  range: { empty: "In and out are less than a frame apart. Move one of them." },
  gap: { none: "There is no gap here." },
  ripple: {
    blocked:
      "A clip on another track is in the way, so nothing was moved. Lock that track or move its clip first.",
  },
  cut: { "not-touching": "The two clips do not touch." },
  take: { "too-short": "That take is shorter than the clip. Trim the clip first." },
  compound: {
    captions: "Captions stay outside of compound clips. Leave them out of the selection.",
    missing: "What was in this compound clip is not there any more.",
    nested: "A compound clip cannot be in itself, nor can they be more than eight deep.",
    "no-picture": "A compound clip needs a picture or a title. Select one as well.",
    "transition-outside":
      "A transition joins the selection with a clip outside of it. Select both sides, or remove the transition.",
  },
  settings: { rate: "The project cannot have this frame rate." },
  edit: {
    "breaks-rule": "That would break the project, so it was not done.",
    schema: "That value is not possible here.",
  },
} as const;
