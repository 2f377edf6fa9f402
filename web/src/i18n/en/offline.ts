export const offline = {
  update: "A new version of Cutroom is ready.",
  reload: "Reload to update",
  notHere: "That page is not on this device",
  notHereBody: "Without a network only what was opened here before can be shown.",
  device: {
    title: "Files on this device",
    body: "Previews, filmstrips and waveforms are kept here, so that projects open at once and without a network. What was used longest ago makes room first. Nothing of your library is deleted.",
    counting: "Counting…",
    unknown: "This browser does not let pages keep files. Everything works, with a network.",
    empty: "Nothing is kept; up to {budget} may be.",
    used: "{used} of {budget}",
    clear: "Clear",
  },
} as const;
