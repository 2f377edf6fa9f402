/** The panel that imports, edits, times and styles captions. */
export const editorCaptions = {
  title: "Captions",
  emptyTitle: "No captions yet",
  emptyBody:
    "Drop an SRT, WebVTT or ASS file here, or a text file with a line for each caption. Plus adds one at the playhead.",
  import: "Import captions",
  export: "Save as a file",
  save: { srt: "SubRip (.srt)", vtt: "WebVTT (.vtt)" },
  add: "Add a caption at the playhead",
  newText: "New caption",
  track: "Caption track",
  search: "Search captions",
  none: "No caption says that.",
  start: "Start",
  end: "End",
  textOf: "Text of caption {number}",
  goTo: "Go to caption {number}",
  split: "Split at the cursor",
  merge: "Merge with the next one",
  delete: "Delete caption",
  tap: "Time by tapping",
  tapHint: "Play, and hold Enter while the marked line is said. Then the next one is marked.",
  missing: "No font has: {characters}",
  coverage:
    "{count, plural, one {A caption has} other {# captions have}} characters that no font here can draw. An export would stop there.",
  showThem: "Show them",
  showAll: "Show all",
  added: "{count, plural, one {One caption} other {# captions}} imported",
  addedSome:
    "{count, plural, one {One caption} other {# captions}} imported. {dropped} without text or length were left out.",
  linesAdded:
    "{count, plural, one {One line} other {# lines}} added, two seconds each. Time them by tapping.",
  refused: {
    "too-large": "“{name}” is too large for a file of captions.",
    empty: "There are no captions in “{name}”. SRT, WebVTT and ASS files can be read.",
    unreadable: "The file could not be read. Try again.",
  },
  style: {
    title: "Style of all captions",
    anchor: "Position",
    top: "Top",
    middle: "Middle",
    bottom: "Bottom",
    margin: "Margin",
    width: "Widest line",
    highlight: "Light up the word being said",
  },
} as const;
