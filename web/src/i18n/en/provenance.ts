export const provenance = {
  wholly: "AI-generated",
  partly: "Contains AI-generated parts",
  by: {
    wholly: "AI-generated: {tools}",
    partly: "Contains AI-generated parts: {tools}",
    none: "Contains parts that a program drew, not AI: {tools}",
  },
  signed: "Content credentials (C2PA) are in the file",
  development:
    "Content credentials (C2PA) are in the file, signed with a certificate for development that nobody trusts",
  label: "Label as AI-generated",
  labelHint: "A small line in the lower left corner, as the preview shows it",
  credentials: "Content credentials",
  says: {
    ai: "They say that AI made it",
    procedural: "They say that a program drew it, not AI",
    undeclared: "They do not say how it was made",
  },
  saysBy: {
    ai: "They say that AI made it: {tool}",
    procedural: "They say that a program drew it, not AI: {tool}",
    undeclared: "They name {tool}",
  },
} as const;
