import type { offline as words } from "../en/offline.ts";
import type { Translated } from "../messages.ts";

export const offline: Translated<typeof words> = {
  update: "Cutroom 有新版本可用。",
  reload: "重新加载以更新",
  notHere: "此设备上没有该页面",
  notHereBody: "没有网络时，只能显示在此打开过的内容。",
  device: {
    title: "此设备上的文件",
    body: "预览、缩略图条和波形会保存在这里，让项目即刻打开，没有网络也能用。空间不足时，最久未使用的会先移除。媒体库中的内容不会被删除。",
    counting: "正在统计…",
    unknown: "此浏览器不允许网页保存文件。联网时一切照常使用。",
    empty: "尚未保存文件，最多可用 {budget}。",
    used: "{used} / {budget}",
    clear: "清除",
  },
};
