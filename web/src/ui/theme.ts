export const THEMES = ["dark", "light", "system"] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_COOKIE = "cutroom_theme";
const YEAR_S = 31_536_000;

/** The theme of a request: the one chosen by hand (cookie), else dark, in which pictures show best. */
export function pickTheme(cookie: string | undefined): Theme {
  return THEMES.find((theme) => theme === cookie) ?? "dark";
}

/** The `Set-Cookie` text that remembers a theme for a year. */
export function themeCookie(theme: Theme): string {
  return `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`;
}

/** The ground of each theme (`--ground` in tokens.css), for what no style sheet reaches. */
export const GROUND = { dark: "#0e0f11", light: "#e5e6e9" } as const;

/** What a browser draws its own parts with: scroll bars, menus of fields. */
export const COLOR_SCHEME: Readonly<Record<Theme, "dark" | "light" | "dark light">> = {
  dark: "dark",
  light: "light",
  system: "dark light",
};
