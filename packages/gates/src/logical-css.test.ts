import { describe, expect, it } from "vitest";
import { sourceFiles } from "./gate.ts";
import { checkLogicalCss } from "./logical-css.ts";

const found = (text: string, path = "web/src/a.module.css") => checkLogicalCss([{ path, text }]);

describe("right-to-left pages", () => {
  it("no style names left or right", () => {
    expect(checkLogicalCss(sourceFiles())).toEqual([]);
  });

  it.each([
    "  left: 0;",
    "  margin-left: auto;",
    "  scroll-padding-right: 4px;",
    "  border-left: 1px solid red;",
    "  border-top-left-radius: 2px;",
    "  text-align: right;",
    "  transform-origin: left;",
    "  transform-origin: top left;",
    "  padding: 0 4px 0 calc(1px + 2px);",
    "  inset: 0 0 10px 148px;",
    ".a { right: 1px; }",
  ])("finds a planted %s", (line) => {
    expect(found(`.a {\n${line}\n}\n`)).toHaveLength(1);
  });

  it("finds a side that is planted in a component", () => {
    expect(found("<p style={{ marginLeft: 4 }} />", "web/src/a.tsx")).toHaveLength(1);
  });

  it.each([
    "  inset-inline-start: 0;",
    "  text-align: end;",
    "  transform-origin: var(--line-start);",
    "  padding: 0 4px 0 4px;",
    "  padding: 1px calc(2px + 3px);",
    "  /* on the left: */",
    "  justify-content: flex-end;",
  ])("lets %s be", (line) => {
    expect(found(`.a {\n${line}\n}\n`)).toEqual([]);
  });
});
