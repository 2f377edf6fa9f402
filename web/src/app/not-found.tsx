import { createTranslator } from "use-intl/core";
import { messagesOf } from "../i18n/messages.ts";
import { requestLocale } from "../i18n/request-locale.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Logo } from "../ui/logo.tsx";
import css from "./plain-page.module.css";

export default async function NotFound() {
  const locale = await requestLocale();
  const t = createTranslator({ locale, messages: messagesOf(locale), namespace: "ui" });
  return (
    <main className={css["page"]}>
      <EmptyState
        icon={<Logo size={28} />}
        title={t("error.notFound")}
        body={t("error.notFoundBody")}
        action={
          <a href="/" className={buttonClass("secondary")}>
            {t("error.toStart")}
          </a>
        }
      />
    </main>
  );
}
