import type { ui as words } from "../en/ui.ts";
import type { Translated } from "../messages.ts";

export const ui: Translated<typeof words> = {
  product: "Cutroom",
  tagline: "在浏览器里剪辑、加字幕、导出视频",
  actions: {
    cancel: "取消",
    close: "关闭",
    delete: "删除",
    rename: "重命名",
    retry: "重试",
    undo: "撤销",
    copy: "复制",
    copied: "已复制",
    download: "下载",
    share: "分享",
    play: "播放",
    duplicate: "创建副本",
    more: "更多操作",
  },
  nav: {
    label: "主导航",
    home: "开始",
    library: "素材库",
    exports: "导出",
    account: "账户",
    ops: "运维",
    signOut: "退出登录",
    skip: "跳到正文",
    language: "语言",
    accountMenu: "账户菜单",
  },
  field: {
    reset: "双击恢复为 {value}",
    drag: "拖动调整。Shift 加快，Alt 微调",
  },
  resetsAt: "限额将于 {date} 重置。",
  loading: "加载中",
  offline: {
    title: "网络已断开。",
    body: "当前内容可能不是最新。网络恢复后会自动继续上传。",
  },
  unreachable: {
    title: "暂时连接不到服务。",
    body: "没有丢失任何内容，正在自动重试。",
  },
  error: {
    title: "加载失败",
    page: "页面出错了",
    pageBody: "你的工作已保存。请刷新页面；如果仍然出错，请回到开始页。",
    notFound: "这个地址没有内容",
    notFoundBody: "它可能已被删除，或者链接不完整。",
    toStart: "回到开始页",
    requestId: "请求编号 {id}",
  },
  toast: { dismiss: "关闭提示", region: "消息" },
};
