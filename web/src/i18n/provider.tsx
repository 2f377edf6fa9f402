"use client";
import { type ReactNode, useCallback } from "react";
import { useRouter } from "next/navigation";
import { IntlProvider } from "use-intl";
import { type Locale, localeCookie } from "./locale.ts";
import type { Messages } from "./messages.ts";

/** Dates are drawn only after they arrive in the browser, so its zone is the one that counts. */
const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Puts one language's words in reach of `useT`. A key without words is a bug that the parity
 * test catches; a person still sees the key's last part instead of a broken page.
 */
export function I18nProvider(props: {
  readonly locale: Locale;
  readonly messages: Messages;
  readonly children: ReactNode;
}) {
  return (
    <IntlProvider
      locale={props.locale}
      messages={props.messages}
      timeZone={TIME_ZONE}
      onError={(error) => console.error(error.message)}
      getMessageFallback={({ key }) => key.split(".").at(-1) ?? key}
    >
      {props.children}
    </IntlProvider>
  );
}

/** Remembers a language in a cookie and draws the page in it, without losing the page's state. */
export function useSetLocale(): (locale: Locale) => void {
  const router = useRouter();
  return useCallback(
    (locale) => {
      document.cookie = localeCookie(locale);
      router.refresh();
    },
    [router],
  );
}
