import type { ReactNode } from "react";
import { serverEnv } from "../../env.ts";
import { messagesOf } from "../../i18n/messages.ts";
import { requestLocale } from "../../i18n/request-locale.ts";
import { Providers } from "../providers.tsx";

export default async function AppLayout({ children }: { readonly children: ReactNode }) {
  const locale = await requestLocale();
  const { apiUrl, demoSignIn } = serverEnv();
  return (
    <Providers locale={locale} messages={messagesOf(locale)} config={{ apiUrl, demoSignIn }}>
      {children}
    </Providers>
  );
}
