"use client";
import { type ReactNode, useEffect } from "react";
import type { Locale } from "../i18n/locale.ts";
import type { Messages } from "../i18n/messages.ts";
import { I18nProvider } from "../i18n/provider.tsx";
import { ReviewNews } from "../library/review-news.tsx";
import { OfflineLink } from "../offline/offline-link.tsx";
import { type ClientConfig, ConfigProvider } from "../server/config.tsx";
import { WorkspaceLink } from "../server/workspace-link.tsx";
import { Toaster } from "../ui/toaster.tsx";
import { TooltipProvider } from "../ui/tooltip.tsx";
import { PageDirection } from "../ui/use-direction.tsx";

/** By then the page stands. */
const FONT_AFTER_MS = 3_000;

/**
 * Chinese glyphs: their style sheet is large. A page in another language has it later, because
 * names of files may need it.
 */
function useChineseFont(locale: Locale): void {
  useEffect(() => {
    const load = () => void import("../ui/chinese-font.css");
    const timer = setTimeout(load, locale === "zh" ? 0 : FONT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [locale]);
}

/** Everything that components below may ask for. */
export function Providers(props: {
  readonly locale: Locale;
  readonly messages: Messages;
  readonly config: ClientConfig;
  readonly children: ReactNode;
}) {
  useChineseFont(props.locale);
  return (
    <ConfigProvider value={props.config}>
      <I18nProvider locale={props.locale} messages={props.messages}>
        <PageDirection>
          <TooltipProvider>
            <WorkspaceLink>{props.children}</WorkspaceLink>
          </TooltipProvider>
        </PageDirection>
        <Toaster />
        <ReviewNews />
        <OfflineLink />
      </I18nProvider>
    </ConfigProvider>
  );
}
