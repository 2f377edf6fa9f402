import type { Metadata } from "next";
import { CostsPage } from "../../../../../account/costs-page.tsx";
import { SignedIn } from "../../../../../account/signed-in.tsx";
import { messagesOf } from "../../../../../i18n/messages.ts";
import { requestLocale } from "../../../../../i18n/request-locale.ts";

export async function generateMetadata(): Promise<Metadata> {
  return { title: messagesOf(await requestLocale()).costs.title };
}

export default function Page() {
  return (
    <SignedIn>
      <CostsPage />
    </SignedIn>
  );
}
