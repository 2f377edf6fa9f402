import type { Metadata } from "next";
import { SignedIn } from "../../../../account/signed-in.tsx";
import { ExportsPage } from "../../../../exports/exports-page.tsx";
import { messagesOf } from "../../../../i18n/messages.ts";
import { requestLocale } from "../../../../i18n/request-locale.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: messagesOf(await requestLocale()).exports.title };
}

export default function Page() {
  return (
    <SignedIn>
      <ExportsPage />
    </SignedIn>
  );
}
