/** Timelines to and from other programs. */
export const interchange = {
  cancel: "Cancel",
  exportEntry: "Export timeline as…",
  importEntry: "Import timeline…",
  formats: {
    otio: {
      name: "OpenTimelineIO (.otio)",
      text: "For DaVinci Resolve, Premiere Pro, Blender and others. Import it here again and nothing is lost.",
    },
    fcpxml: {
      name: "Final Cut Pro XML (.fcpxml)",
      text: "Version 1.10, for Final Cut Pro and DaVinci Resolve. Keep your files in the folder of this one.",
    },
    edl: {
      name: "Edit list, CMX3600 (.edl)",
      text: "One video track with its sound and one sound track: cuts, dissolves and speeds, for conforming.",
    },
    json: {
      name: "Cutroom timeline (.json)",
      text: "The whole timeline, for programs. Its schema is at /v1/schemas/timeline.",
    },
  },
  export: {
    title: "Export timeline",
    text: "Saves the cut, not the pictures: another program finds your files by their names.",
    format: "Format",
    everything: "This file says everything that is on the timeline.",
    leftOut: "This format has no place for some things. These are left out:",
    onlyHere: "Other programs will not read these. They stay in the file and come back here:",
    save: "Save file",
  },
  losses: {
    tracks: "{count, plural, one {# track} other {# tracks}}",
    titles: "{count, plural, one {# title} other {# titles}}",
    "title-styles":
      "{count, plural, one {box or outline of # title} other {boxes and outlines of # titles}}",
    shapes: "{count, plural, one {# shape or sticker} other {# shapes and stickers}}",
    captions:
      "{count, plural, one {# caption} other {# captions}}; save them as SRT in the captions panel",
    keyframes: "{count, plural, one {keyframes of # clip} other {keyframes of # clips}}",
    ramps:
      "{count, plural, one {# speed ramp, which becomes one speed} other {# speed ramps, which become one speed each}}",
    sounds:
      "{count, plural, one {the chosen sound of # clip} other {the chosen sounds of # clips}}",
    pitches: "{count, plural, one {the pitch of # clip} other {the pitch of # clips}}",
    masks: "{count, plural, one {# mask} other {# masks}}",
    looks:
      "{count, plural, one {crop, colour and effects of # clip} other {crop, colour and effects of # clips}}",
    blends: "{count, plural, one {# blend mode} other {# blend modes}}",
    placements:
      "{count, plural, one {place, size or opacity of # clip} other {place, size or opacity of # clips}}",
    fades: "{count, plural, one {fades of # clip} other {fades of # clips}}",
    gains: "{count, plural, one {# volume} other {# volumes}}",
    pans: "{count, plural, one {# left-right balance} other {# left-right balances}}",
    ducking: "{count, plural, one {ducking of # track} other {ducking of # tracks}}",
    transitions:
      "{count, plural, one {# transition that is not on the main track} other {# transitions that are not on the main track}}",
    "transition-kinds":
      "{count, plural, one {# transition, which becomes a dissolve} other {# transitions, which become dissolves}}",
    markers: "{count, plural, one {# marker} other {# markers}}",
    links: "{count, plural, one {# link between clips} other {# links between clips}}",
    groups: "{count, plural, one {# group of clips} other {# groups of clips}}",
    background: "the background colour",
    compounds:
      "{count, plural, one {# compound clip, whose contents lie} other {# compound clips, whose contents lie}} in {count, plural, one {its} other {their}} place",
  },
  import: {
    title: "Import timeline",
    text: "Opens an OpenTimelineIO file (.otio) as a new project. Clips find their files in your library.",
    choose: "Choose a file",
    chooseOther: "Choose another file",
    reading: "Reading your library",
    facts:
      "{clips, plural, one {# clip} other {# clips}} on {tracks, plural, one {# track} other {# tracks}}, {length}",
    notes: "Some things come over differently:",
    allFound: "Every clip has found its file.",
    missing:
      "{count, plural, one {# file is not in your library. Choose one for it, or leave its clips offline.} other {# files are not in your library. Choose one for each, or leave their clips offline.}}",
    clips: "{count, plural, one {# clip} other {# clips}}",
    relink: "File for {name}",
    leaveOffline: "Leave offline",
    unnamed: "Unnamed file",
    untitled: "Imported timeline",
    create: "Create project",
  },
  notes: {
    effects:
      "{count, plural, one {effects of # clip are left out} other {effects of # clips are left out}}",
    generators:
      "{count, plural, one {# title or generator of the other program becomes a gap} other {# titles or generators of the other program become gaps}}",
    nested:
      "{count, plural, one {# compound clip becomes a gap} other {# compound clips become gaps}}",
    retimed:
      "{count, plural, one {# clip with changing speed plays at normal speed} other {# clips with changing speed play at normal speed}}",
    "transitions-changed":
      "{count, plural, one {# transition is centred or shortened} other {# transitions are centred or shortened}}",
    "transitions-dropped":
      "{count, plural, one {# transition does not fit and is left out} other {# transitions do not fit and are left out}}",
  },
  failures: {
    "too-large": "This file is larger than 32 MB. Export a shorter part of the timeline.",
    unreadable: "This file cannot be read. Export it again as OpenTimelineIO (.otio), not .otioz.",
    "not-otio":
      "This is not an OpenTimelineIO timeline. In the other program, choose OTIO when exporting.",
    empty: "There is no clip on this timeline. Export one that has clips.",
    "breaks-rule":
      "This timeline cannot be opened here: its clips overlap or are too long. Export it again without retimed clips.",
  },
} as const;
