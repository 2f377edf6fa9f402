/** How a clip runs: its speed, its ramp, backwards. */
export const editorPace = {
  title: "Speed and direction",
  here: "Speed at the playhead",
  reversed: "Backwards",
  pitch: "Keep the pitch of its sound",
  ramp: "Ramp",
  ramps: {
    none: "None",
    "ease-in": "Slow to fast",
    "ease-out": "Fast to slow",
    bullet: "Bullet time",
    montage: "Montage",
    custom: "Custom",
  },
} as const;
