"use client";
import type { Webhook } from "@cutroom/contracts";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { useNow } from "../start/use-now.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import { IconButton } from "../ui/icon-button.tsx";
import css from "./webhooks.module.css";
import { STATE_TONES, useAnswerText } from "./words.ts";

function Last({ of }: { readonly of: Webhook["last_delivery"] }) {
  const t = useT("webhooks");
  const format = useFormatter();
  const now = useNow();
  const answerText = useAnswerText();
  if (of === null) return t("never");
  // The clock of the page ticks once a minute: what came since is not in the future.
  const sentAt = new Date(of.created_at);
  const age = format.relativeTime(sentAt, sentAt > now ? sentAt : now);
  return (
    <span className={css["last"]}>
      <Badge tone={STATE_TONES[of.state]}>{t(`states.${of.state}`)}</Badge>
      <span>{[of.outcome === null ? null : answerText(of), age].filter(Boolean).join(" · ")}</span>
    </span>
  );
}

function Row(props: {
  readonly hook: Webhook;
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly onTest: () => Promise<void>;
  readonly onRemove: () => void;
}) {
  const { hook, isShown } = props;
  const t = useT("webhooks");
  const format = useFormatter();
  const [busy, setBusy] = useState(false);
  const test = async () => {
    setBusy(true);
    await props.onTest();
    setBusy(false);
  };
  return (
    <tr data-shown={isShown ? "" : undefined}>
      <th scope="row">
        <button
          type="button"
          className={css["address"]}
          aria-pressed={isShown}
          aria-label={t("select", { url: hook.url })}
          title={hook.url}
          onClick={props.onShow}
        >
          {hook.url}
        </button>
      </th>
      <td>
        <Last of={hook.last_delivery} />
      </td>
      <td className={css["wide"]}>
        {format.dateTime(new Date(hook.created_at), { dateStyle: "medium" })}
      </td>
      <td className={css["actions"]}>
        <div className={css["buttons"]}>
          <Button kind="quiet" busy={busy} onClick={() => void test()}>
            {t("test")}
          </Button>
          <IconButton
            label={t("remove", { url: hook.url })}
            icon={<Trash2 size={16} strokeWidth={1.5} />}
            onClick={props.onRemove}
          />
        </div>
      </td>
    </tr>
  );
}

/** Every webhook and how its last message fared; one of them is shown in full below. */
export function WebhookTable(props: {
  readonly hooks: readonly Webhook[];
  readonly shownId: string | null;
  readonly onShow: (hook: Webhook) => void;
  readonly onTest: (hook: Webhook) => Promise<void>;
  readonly onRemove: (hook: Webhook, place: number) => void;
}) {
  const t = useT("webhooks");
  return (
    <table className={classNames(css["table"], css["hooks"])}>
      <thead>
        <tr>
          <th scope="col">{t("columns.address")}</th>
          <th scope="col">{t("columns.last")}</th>
          <th scope="col" className={css["wide"]}>
            {t("columns.added")}
          </th>
          <td>
            <span className="visually-hidden">{t("columns.actions")}</span>
          </td>
        </tr>
      </thead>
      <tbody>
        {props.hooks.map((hook, place) => (
          <Row
            key={hook.id}
            hook={hook}
            isShown={hook.id === props.shownId}
            onShow={() => props.onShow(hook)}
            onTest={() => props.onTest(hook)}
            onRemove={() => props.onRemove(hook, place)}
          />
        ))}
      </tbody>
    </table>
  );
}
