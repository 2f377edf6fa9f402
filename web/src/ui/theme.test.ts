import { describe, expect, it } from "vitest";
import { THEMES, pickTheme, themeCookie } from "./theme.ts";

describe("the theme of a page", () => {
  it("is dark until another was chosen", () => {
    for (const cookie of [undefined, "", "blue"]) expect(pickTheme(cookie)).toBe("dark");
  });

  it("comes back as it was kept", () => {
    for (const theme of THEMES) {
      const kept = /^cutroom_theme=(\w+);/.exec(themeCookie(theme))?.[1];
      expect(pickTheme(kept)).toBe(theme);
    }
  });
});
