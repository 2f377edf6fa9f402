import { createTranslator } from "use-intl/core";
import { messagesOf } from "../../../i18n/messages.ts";
import { requestLocale } from "../../../i18n/request-locale.ts";
import { ShareFrame, ShareNotice } from "../../../share/share-view.tsx";

export default async function ShareNotFound() {
  const locale = await requestLocale();
  const t = createTranslator({ locale, messages: messagesOf(locale), namespace: "share" });
  return (
    <ShareFrame by={t("by")}>
      <ShareNotice title={t("missing")} body={t("missingBody")} />
    </ShareFrame>
  );
}
