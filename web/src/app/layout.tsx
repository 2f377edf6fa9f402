import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { serverEnv } from "../env.ts";
import { LANG_TAG } from "../i18n/locale.ts";
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet acts by being loaded
import "../ui/global.css";
import { requestLocale } from "../i18n/request-locale.ts";
import { DIRECTION_COOKIE, dirOf, pickDirection } from "../ui/direction.ts";
import { COLOR_SCHEME, GROUND, THEME_COOKIE, type Theme, pickTheme } from "../ui/theme.ts";

export function generateMetadata(): Metadata {
  const { webUrl } = serverEnv();
  return {
    title: { default: "Cutroom", template: "%s · Cutroom" },
    ...(webUrl === undefined ? {} : { metadataBase: new URL(webUrl) }),
  };
}

async function requestTheme(): Promise<Theme> {
  return pickTheme((await cookies()).get(THEME_COOKIE)?.value);
}

async function requestDir(lang: string): Promise<"ltr" | "rtl"> {
  return dirOf(pickDirection((await cookies()).get(DIRECTION_COOKIE)?.value), lang);
}

export async function generateViewport(): Promise<Viewport> {
  const theme = await requestTheme();
  const bars = {
    ...GROUND,
    system: [
      { media: "(prefers-color-scheme: dark)", color: GROUND.dark },
      { media: "(prefers-color-scheme: light)", color: GROUND.light },
    ],
  };
  return { colorScheme: COLOR_SCHEME[theme], themeColor: bars[theme] };
}

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const [locale, theme] = await Promise.all([requestLocale(), requestTheme()]);
  const lang = LANG_TAG[locale];
  return (
    <html lang={lang} dir={await requestDir(lang)} data-theme={theme}>
      <body>
        <div className="root">{children}</div>
      </body>
    </html>
  );
}
