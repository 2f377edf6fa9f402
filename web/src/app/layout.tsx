import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { serverEnv } from "../env.ts";
import { LANG_TAG } from "../i18n/locale.ts";
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet acts by being loaded
import "../ui/global.css";
import { requestLocale } from "../i18n/request-locale.ts";

export function generateMetadata(): Metadata {
  const { webUrl } = serverEnv();
  return {
    title: { default: "Cutroom", template: "%s · Cutroom" },
    ...(webUrl === undefined ? {} : { metadataBase: new URL(webUrl) }),
  };
}

export const viewport: Viewport = { colorScheme: "dark", themeColor: "#0e0f11" };

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const locale = await requestLocale();
  return (
    <html lang={LANG_TAG[locale]}>
      <body>
        <div className="root">{children}</div>
      </body>
    </html>
  );
}
