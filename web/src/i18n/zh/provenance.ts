export const provenance = {
  wholly: "由 AI 生成",
  partly: "含 AI 生成的部分",
  by: {
    wholly: "由 AI 生成：{tools}",
    partly: "含 AI 生成的部分：{tools}",
    none: "含由程序绘制（非 AI）的部分：{tools}",
  },
  signed: "文件内含内容凭证（C2PA）",
  development: "文件内含内容凭证（C2PA），用不受信任的开发证书签名",
  label: "标注为 AI 生成",
  labelHint: "左下角的一行小字，预览中同样显示",
  credentials: "内容凭证",
  says: {
    ai: "凭证称由 AI 生成",
    procedural: "凭证称由程序绘制，非 AI",
    undeclared: "凭证没有说明如何制作",
  },
  saysBy: {
    ai: "凭证称由 AI 生成：{tool}",
    procedural: "凭证称由程序绘制，非 AI：{tool}",
    undeclared: "凭证提到 {tool}",
  },
} as const;
