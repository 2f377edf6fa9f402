/** Compound clips: in the inspector, and the way in and out of one. */
export const editorCompound = {
  title: "Compound clip",
  about: "Several clips as one. What changes inside changes in every copy of it.",
  open: "Open",
  break: "Break apart",
  path: "Open compound clips",
  film: "Whole film",
  hint: "Esc leads back",
} as const;
