"use client";
import type { WebhookDelivery } from "@cutroom/contracts";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import css from "./webhooks.module.css";
import { STATE_TONES, useAnswerText } from "./words.ts";

const INDENT = 2;

/** Bodies are JSON that this product wrote; they are sent without the line breaks. */
const laidOut = (body: string): string => JSON.stringify(JSON.parse(body), null, INDENT);

/** One message in full: what was sent, and what came of it. */
export function DeliveryDialog(props: {
  readonly delivery: WebhookDelivery;
  readonly onClose: () => void;
}) {
  const { delivery } = props;
  const t = useT("webhooks");
  const tUi = useT("ui");
  const format = useFormatter();
  const answerText = useAnswerText();
  const at = (text: string) =>
    format.dateTime(new Date(text), { dateStyle: "medium", timeStyle: "medium" });
  const facts = [
    [t("message.id"), delivery.id],
    [t("message.event"), delivery.event],
    [t("log.columns.task"), delivery.task_id ?? t("log.noTask")],
    [t("message.created"), at(delivery.created_at)],
    [
      t("message.delivered"),
      delivery.delivered_at === null ? t("message.notYet") : at(delivery.delivered_at),
    ],
    [t("log.columns.answer"), answerText(delivery)],
    [t("message.attempts"), format.number(delivery.attempts)],
  ] as const;
  return (
    <Dialog
      open
      title={
        <span className={css["last"]}>
          {t(`events.${delivery.event}`)}
          <Badge tone={STATE_TONES[delivery.state]}>{t(`states.${delivery.state}`)}</Badge>
        </span>
      }
      onOpenChange={props.onClose}
      footer={<Button onClick={props.onClose}>{tUi("actions.close")}</Button>}
    >
      <div className={css["message"]}>
        <dl className={css["facts"]}>
          {facts.flatMap(([name, value]) => [
            <dt key={`${name}-name`}>{name}</dt>,
            <dd key={name}>{value}</dd>,
          ])}
        </dl>
        <div>
          <h3>{t("message.body")}</h3>
          {/* Keyboards scroll it, so it takes the focus. */}
          <pre className={css["body"]} tabIndex={0}>
            {laidOut(delivery.body)}
          </pre>
        </div>
      </div>
    </Dialog>
  );
}
