"use client";
import { useEffect } from "react";
import { useT } from "../../i18n/use-t.ts";
import { buttonClass } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import css from "../plain-page.module.css";

/** A bug in a page. Nothing is retried by itself: the same bug would strike again. */
export default function PageError(props: {
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
}) {
  const t = useT("ui");
  useEffect(() => console.error(props.error), [props.error]);
  return (
    <main className={css["page"]}>
      <ErrorState
        title={t("error.page")}
        body={t("error.pageBody")}
        requestId={props.error.digest}
        onRetry={props.reset}
        action={
          <a href="/" className={buttonClass("quiet")}>
            {t("error.toStart")}
          </a>
        }
      />
    </main>
  );
}
