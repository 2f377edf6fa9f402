import type { editorTemplate as words } from "../en/editor-template.ts";
import type { Translated } from "../messages.ts";

export const editorTemplate: Translated<typeof words> = {
  title: "存为模板",
  text: "选出每次要更换的内容，其余保持不变。模板只有你的工作区可见。",
  name: "模板名称",
  rows: "要更换的内容",
  replace: "每次更换“{name}”",
  labelOf: "“{name}”所在位置的名称",
  stays: "保持不变",
  follows: "时长跟随所放素材和音乐节拍",
  count: "{count, plural, =0 {还没有要更换的内容} other {# 个位置}}",
  save: "保存模板",
  saved: "已将“{name}”存为模板",
  savedHint: "可在“模板”页找到它。",
  emptyTitle: "时间线是空的",
  emptyBody: "请先放上片段和标题，它们会成为模板中的位置。",
};
