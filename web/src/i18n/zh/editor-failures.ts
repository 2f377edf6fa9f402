import type { editorFailures as words } from "../en/editor-failures.ts";
import type { Translated } from "../messages.ts";

export const editorFailures: Translated<typeof words> = {
  action: {
    "nothing-selected": "请先选择一个片段。",
    "nothing-at-playhead": "这里没有可以剪切的片段。请把播放头移到片段中间。",
    "no-cut": "转场需要两个相接的片段。请把播放头移到剪辑点，或选择两侧的片段。",
    "no-handle": "这两个片段都用到了文件的尽头，没有余量可以淡化。",
    "caption-here": "这里已经有一条字幕。请把播放头移到空位。",
    "no-next-caption": "后面没有字幕了。",
    "clipboard-empty": "还没有复制任何内容。",
    "not-ready": "这个文件还在准备中，准备好后即可使用。",
    "no-takes": "选中的片段都只有一版。重新生成可得到另一版。",
    "nothing-to-group": "请选择两个或更多片段再编组。",
    "in-sync": "所选片段与其链接的片段已经同步。",
    "no-sync-room":
      "这样没有足够的余量恢复同步。请换一种方式：移动需要时间线上的空位，滑移需要文件有更多内容。",
    "no-gaps": "这里没有可关闭的间隙。请把播放头移到间隙中，或选择该轨道上的片段。",
    "no-range": "请先标记入点或出点：在播放头处按 I 或 O。",
    "no-attributes": "所选片段无法使用所复制片段的属性。请先复制同类片段。",
    "no-track": "没有可用的未锁定轨道。请解锁或添加一条。",
  },
  editor: { "read-only": "此项目正在另一个标签页中编辑。接管后即可在这里编辑。" },
  clip: {
    missing: "这个片段已经不在了。",
    kind: "所选片段并非都有这项设置。",
    overlap: "有另一个片段挡住了。",
    "too-short": "这样会短于一帧。",
    "source-range": "文件没有那么长。",
  },
  track: {
    missing: "没有这条轨道。",
    kind: "这类片段不能放在那条轨道上。",
    locked: "轨道已锁定。请先解锁。",
  },
  transition: {
    missing: "这个转场已经不在了。",
    "not-touching": "这两个片段没有相接。",
    exists: "这个剪辑点已经有这种转场。",
    "no-handle": "剪辑点之外的余量不够这个长度。",
    "too-long": "片段太短，放不下这个长度。",
    compound: "复合片段的边缘不能有转场。请打开它，或先拆开。",
  },
  marker: { missing: "这个标记已经不在了。" },
  id: { taken: "操作没有成功，请再试一次。" },
  split: { outside: "播放头处没有可以剪切的片段。" },
  range: { empty: "入点和出点相距不足一帧。请移动其中一个。" },
  gap: { none: "这里没有间隙。" },
  ripple: {
    blocked: "另一条轨道上的片段挡住了，所以没有移动。请锁定那条轨道，或先移开那个片段。",
  },
  cut: { "not-touching": "这两个片段没有相接。" },
  take: { "too-short": "这一版比片段短。请先修剪片段。" },
  compound: {
    captions: "字幕不能放进复合片段。请不要选中字幕。",
    missing: "这个复合片段里的内容已经不在了。",
    nested: "复合片段不能放进自己里面，嵌套也不能超过八层。",
    "no-picture": "复合片段需要画面或标题。请再选中一个。",
    "transition-outside": "有转场连着选区以外的片段。请把两边都选中，或移除这个转场。",
  },
  settings: { rate: "项目不能使用这个帧率。" },
  edit: {
    "breaks-rule": "这会破坏项目，所以没有执行。",
    schema: "这里不能使用这个值。",
  },
};
