/** Saving a project as a template. */
export const editorTemplate = {
  title: "Save as template",
  text: "Pick what is to be chosen anew each time; the rest stays as it is. Only your workspace sees the template.",
  name: "Name of the template",
  rows: "What is to be chosen",
  replace: "Choose “{name}” anew",
  labelOf: "Name of the place of “{name}”",
  stays: "Stays",
  follows: "Lengths follow what fills them, and the beats of the music",
  count: "{count, plural, =0 {Nothing to choose yet} one {# place} other {# places}}",
  save: "Save template",
  saved: "“{name}” is a template now",
  savedHint: "You find it under Templates.",
  emptyTitle: "The timeline is empty",
  emptyBody: "Put clips and titles on it first; they become the places of the template.",
} as const;
