import type { folders as words } from "../en/folders.ts";
import type { Translated } from "../messages.ts";

export const folders: Translated<typeof words> = {
  root: "素材库",
  path: "当前位置",
  list: "文件夹",
  create: "新建文件夹",
  createTitle: "新建文件夹",
  createAction: "创建",
  rename: "重命名文件夹",
  name: "名称",
  move: "移动到文件夹…",
  moveTitle: "移动“{name}”",
  delete: "删除文件夹",
  open: "打开",
  up: "上一层文件夹",
  more: "{name} 的操作",
  files: "{count} 个文件",
  empty: "此文件夹还没有内容。把素材拖到这里，或在素材上按 Alt+M。",
  moved: "“{name}”已移到“{to}”",
  deleted: "已删除“{name}”，其中的内容移到上一层",
  failed: "无法读取文件夹。",
  scope: "搜索范围",
  scopes: { all: "全部", here: "此文件夹内" },
};
