/** Clips whose file is missing, and giving them another one. */
export const editorRelink = {
  short: "File missing",
  clipOffline: "offline: its file is missing",
  sectionTitle: "File missing",
  sectionText:
    "The file of this clip is not in the library. Choose another one, or upload it again.",
  title: "Relink missing files",
  text: "All clips of the missing file are cut from the one that you choose, at the same times.",
  missing: "{count, plural, one {Missing file} other {# missing files}}",
  clips: "{count, plural, one {# clip} other {# clips}}",
  offers: "Files of the library that fit",
  like: { bytes: "Same content", name: "Same name", length: "Same length" },
  nothingTitle: "No file of the library fits",
  nothingBody: "It has to be of the same kind and as long as what the clips show. Upload it here.",
  noneTitle: "Nothing is missing",
  noneBody: "Every clip of this project has its file.",
  unfit: "{name} does not fit: it is of another kind, or shorter than what the clips show.",
  refused:
    "A transition at one of the clips needs more of the file than this one has. Shorten the transition first.",
  upload: "Upload a file…",
  apply: "{count, plural, one {Relink # clip} other {Relink # clips}}",
  done: "{count, plural, one {# clip was relinked} other {# clips were relinked}}",
} as const;
