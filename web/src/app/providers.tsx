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

/**
 * Chinese glyphs, after the page stands: their style sheet is large, and names of files may need
 * it in any language.
 */
function useChineseFont(): void {
  useEffect(() => {
    void import("../ui/chinese-font.css");
  }, []);
}

/** Everything that components below may ask for. */
export function Providers(props: {
  readonly locale: Locale;
  readonly messages: Messages;
  readonly config: ClientConfig;
  readonly children: ReactNode;
}) {
  useChineseFont();
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
