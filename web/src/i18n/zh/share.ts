import type { share as words } from "../en/share.ts";
import type { Translated } from "../messages.ts";

export const share: Translated<typeof words> = {
  by: "由 Cutroom 制作",
  description: "视频，{length}",
  download: "下载",
  player: "视频：{title}",
  seek: "查找视频中的画面",
  noVideo: "你的浏览器无法播放这个视频。",
  gone: "这个链接已失效",
  goneBody: "它已被撤销或已过期，请向发送者索取新链接。",
  waiting: "这个视频正在审核",
  waitingBody: "审核完成后会在这里显示，本页会自动刷新。",
  refused: "这个视频不能公开分享",
  refusedBody: "经审核，它不符合公开页面的规则。",
  missing: "这个地址没有视频",
  missingBody: "链接可能不完整，请复制完整地址后重试。",
  broken: "暂时无法显示这个视频",
  brokenBody: "请稍后重试。",
  retry: "重试",
};
