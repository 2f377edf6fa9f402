/** What measures the picture. */
export const editorScopes = {
  label: "Scopes",
  waveform: "Waveform, brightness in %",
  parade: "RGB parade in %",
  paradeSwitch: "Parade",
  vectorscope: "Vectorscope",
  histogram: "Histogram",
} as const;
