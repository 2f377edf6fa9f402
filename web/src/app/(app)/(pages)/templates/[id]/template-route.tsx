"use client";
import dynamic from "next/dynamic";
import { SignedIn } from "../../../../../account/signed-in.tsx";
import { useT } from "../../../../../i18n/use-t.ts";
import { Spinner } from "../../../../../ui/spinner.tsx";

function Waiting() {
  const t = useT("ui");
  return <Spinner size={20} label={t("loading")} />;
}

/** The monitor lives in the browser alone: it needs canvas and codecs. */
const Template = dynamic(
  () => import("../../../../../templates/template-page.tsx").then((module) => module.TemplatePage),
  { ssr: false, loading: Waiting },
);

export function TemplateRoute(props: { readonly templateId: string }) {
  return (
    <SignedIn>
      <Template key={props.templateId} templateId={props.templateId} />
    </SignedIn>
  );
}
