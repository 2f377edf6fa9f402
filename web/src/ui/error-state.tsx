"use client";
import { TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useT } from "../i18n/use-t.ts";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import css from "./state.module.css";

/** What happened, and the way out. `requestId` helps whoever is asked for help. */
export function ErrorState(props: {
  readonly title?: ReactNode;
  readonly body: ReactNode;
  readonly requestId?: string | undefined;
  /** The button is busy until it resolves. */
  readonly onRetry?: () => void | Promise<void>;
  readonly action?: ReactNode;
}) {
  const t = useT("ui");
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await props.onRetry?.();
    setBusy(false);
  };
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
          <Button busy={busy} onClick={() => void retry()}>
            {t("actions.retry")}
          </Button>
        )}
        {props.action}
      </div>
    </div>
  );
}
