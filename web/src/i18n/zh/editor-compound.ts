import type { editorCompound as words } from "../en/editor-compound.ts";
import type { Translated } from "../messages.ts";

export const editorCompound: Translated<typeof words> = {
  title: "复合片段",
  about: "多个片段合成一个。在里面所做的修改，会出现在它的每个副本中。",
  open: "打开",
  break: "拆开",
  path: "已打开的复合片段",
  film: "整部影片",
  hint: "按 Esc 返回",
};
