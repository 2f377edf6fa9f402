import type { editorRelink as words } from "../en/editor-relink.ts";
import type { Translated } from "../messages.ts";

export const editorRelink: Translated<typeof words> = {
  short: "文件缺失",
  clipOffline: "离线：文件缺失",
  sectionTitle: "文件缺失",
  sectionText: "素材库中没有此片段的文件。请选择其他文件，或重新上传。",
  title: "重新链接缺失的文件",
  text: "缺失文件的所有片段都改用所选文件，时间位置不变。",
  missing: "{count} 个缺失的文件",
  clips: "{count} 个片段",
  offers: "素材库中适用的文件",
  like: { bytes: "内容相同", name: "名称相同", length: "长度相同" },
  nothingTitle: "素材库中没有适用的文件",
  nothingBody: "文件类型必须相同，且长度不短于片段所用的部分。可在此上传。",
  noneTitle: "没有缺失的文件",
  noneBody: "此项目的每个片段都有文件。",
  unfit: "{name} 不适用：类型不同，或短于片段所用的部分。",
  refused: "其中一个片段的转场需要更长的文件。请先缩短转场。",
  upload: "上传文件…",
  apply: "重新链接 {count} 个片段",
  done: "已重新链接 {count} 个片段",
};
