// oxlint-disable-next-line import/no-unassigned-import -- a style sheet acts by being loaded
import "../../../ui/chinese-font.css";
import type { PublicShare } from "@cutroom/contracts";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { createTranslator } from "use-intl/core";
import { serverEnv } from "../../../env.ts";
import { messagesOf } from "../../../i18n/messages.ts";
import { requestLocale } from "../../../i18n/request-locale.ts";
import { credentialsLine, madeLine } from "../../../provenance/provenance-lines.ts";
import { loadShare } from "../../../share/load-share.ts";
import { shareMetadata } from "../../../share/share-metadata.ts";
import { ShareFrame, ShareNotice, ShareView } from "../../../share/share-view.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { formatDuration } from "../../../ui/format.ts";

/** Without a script: the page of a video under review is asked for again after so many seconds. */
const LOOK_AGAIN_S = "10";

interface PageProps {
  readonly params: Promise<{ token: string }>;
}

async function wordsOf() {
  const locale = await requestLocale();
  return createTranslator({ locale, messages: messagesOf(locale), namespace: "share" });
}

/** Whether AI made it, and whether the file says so itself; null when neither. */
async function madeOfShare({ provenance }: PublicShare): Promise<string | null> {
  const locale = await requestLocale();
  const messages = messagesOf(locale);
  const say = createTranslator({ locale, messages, namespace: "provenance" });
  const lines = [madeLine(provenance, say), credentialsLine(provenance, say)];
  return lines.filter((line) => line !== null).join(" · ") || null;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const [{ token }, t] = await Promise.all([params, wordsOf()]);
  const { apiUrl, webUrl } = serverEnv();
  const page = await loadShare(apiUrl, token);
  if (page.status !== "shown") {
    return { title: t(page.status), robots: { index: false } };
  }
  const length = formatDuration(page.share.duration_ms);
  return shareMetadata(token, page.share, { description: t("description", { length }), webUrl });
}

export default async function SharePage({ params }: PageProps) {
  const [{ token }, t] = await Promise.all([params, wordsOf()]);
  const page = await loadShare(serverEnv().apiUrl, token);
  if (page.status === "missing") notFound();
  return (
    <ShareFrame by={t("by")}>
      {page.status === "waiting" ? <meta httpEquiv="refresh" content={LOOK_AGAIN_S} /> : null}
      {page.status === "shown" ? (
        <ShareView
          token={token}
          share={page.share}
          words={{
            player: t("player", { title: page.share.title }),
            noVideo: t("noVideo"),
            seek: t("seek"),
            download: t("download"),
            made: await madeOfShare(page.share),
          }}
        />
      ) : (
        <ShareNotice
          title={t(page.status)}
          body={t(`${page.status}Body`)}
          action={
            page.status === "broken" ? (
              <a href={`/s/${encodeURIComponent(token)}`} className={buttonClass("secondary")}>
                {t("retry")}
              </a>
            ) : undefined
          }
        />
      )}
    </ShareFrame>
  );
}
