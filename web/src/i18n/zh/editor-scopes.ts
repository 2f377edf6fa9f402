import type { editorScopes as words } from "../en/editor-scopes.ts";
import type { Translated } from "../messages.ts";

export const editorScopes: Translated<typeof words> = {
  label: "示波器",
  waveform: "波形（亮度 %）",
  parade: "RGB 分量（%）",
  paradeSwitch: "分量",
  vectorscope: "矢量示波器",
  histogram: "直方图",
};
