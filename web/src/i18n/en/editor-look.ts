/** How a picture is graded, cut and mirrored. */
export const editorLook = {
  colour: "Colour",
  crop: "Crop and mirror",
  reset: "Reset: {what}",
  stops: "EV",
  exposureEv: "Exposure",
  contrast: "Contrast",
  saturation: "Saturation",
  temperature: "Temperature",
  tint: "Tint",
  cropLeft: "Crop left",
  cropRight: "Crop right",
  cropTop: "Crop top",
  cropBottom: "Crop bottom",
  flipX: "Mirror left to right",
  flipY: "Mirror top to bottom",
} as const;
