"use client";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useT } from "../i18n/use-t.ts";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import css from "./state.module.css";

/** What happened, and the way out. `requestId` helps whoever is asked for help. */
export function ErrorState(props: {
  readonly title?: ReactNode;
  readonly body: ReactNode;
  readonly requestId?: string | undefined;
  readonly onRetry?: () => void;
  readonly action?: ReactNode;
}) {
  const t = useT("ui");
  return (
    <div className={css["state"]} role="alert">
      <div className={classNames(css["icon"], css["bad"])}>
        <TriangleAlert size={20} strokeWidth={1.5} />
      </div>
      <h3 className={css["title"]}>{props.title ?? t("error.title")}</h3>
      <p className={css["body"]}>{props.body}</p>
      {props.requestId === undefined ? null : (
        <p className={css["note"]}>{t("error.requestId", { id: props.requestId })}</p>
      )}
      <div className={css["actions"]}>
        {props.onRetry === undefined ? null : (
          <Button onClick={props.onRetry}>{t("actions.retry")}</Button>
        )}
        {props.action}
      </div>
    </div>
  );
}
