import type { editorMixer as words } from "../en/editor-mixer.ts";
import type { Translated } from "../messages.ts";

export const editorMixer: Translated<typeof words> = {
  title: "混音",
  empty: "此项目中没有发声的轨道。",
  volume: "{track}的音量",
  pan: "{track}的声像",
  panShort: "声像",
  duck: "闪避",
  duckHint: "其他轨道有声音时压低此轨道",
  depth: "压低",
  threshold: "响度超过",
  attack: "下降用时",
  release: "恢复用时",
  hold: "忽略短于此的停顿",
  mix: "总输出",
  over: "已限幅",
  overHint: "超过 −1 dBFS：导出时限幅器会压住，预览不会。",
  level: "{track}的电平",
  key: "在播放头处为音量设置关键帧",
};
