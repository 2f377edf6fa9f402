import type { Metadata } from "next";
import { SignedIn } from "../../../../../account/signed-in.tsx";
import { messagesOf } from "../../../../../i18n/messages.ts";
import { requestLocale } from "../../../../../i18n/request-locale.ts";
import { ModelsPage } from "../../../../../ops/models-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: messagesOf(await requestLocale()).models.title };
}

export default function Page() {
  return (
    <SignedIn>
      <ModelsPage />
    </SignedIn>
  );
}
