import type { editorPace as words } from "../en/editor-pace.ts";
import type { Translated } from "../messages.ts";

/** How a clip runs: its speed, its ramp, backwards. */
export const editorPace: Translated<typeof words> = {
  title: "速度与方向",
  here: "播放头处的速度",
  reversed: "倒放",
  pitch: "保持声音的音调",
  ramp: "变速",
  ramps: {
    none: "无",
    "ease-in": "由慢到快",
    "ease-out": "由快到慢",
    bullet: "子弹时间",
    montage: "蒙太奇",
    custom: "自定义",
  },
};
