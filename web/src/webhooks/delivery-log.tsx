"use client";
import type { WebhookDelivery } from "@cutroom/contracts";
import { RefreshCw, Send } from "lucide-react";
import { useState } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import type { useDeliveries } from "./use-deliveries.ts";
import css from "./webhooks.module.css";
import { STATE_TONES, hostOf, useAnswerText } from "./words.ts";

const PLACES = [0, 1, 2];

function Row(props: {
  readonly delivery: WebhookDelivery;
  readonly onOpen: () => void;
  readonly onReplay: () => Promise<void>;
}) {
  const { delivery } = props;
  const t = useT("webhooks");
  const format = useFormatter();
  const answerText = useAnswerText();
  const [busy, setBusy] = useState(false);
  const replay = async () => {
    setBusy(true);
    await props.onReplay();
    setBusy(false);
  };
  return (
    <tr>
      <th scope="row">
        <time dateTime={delivery.created_at}>
          {format.dateTime(new Date(delivery.created_at), {
            month: "short",
            day: "numeric",
            hour: "2-digit",
            minute: "2-digit",
            second: "2-digit",
          })}
        </time>
      </th>
      <td>{t(`events.${delivery.event}`)}</td>
      <td className={css["wide"]}>
        <span className={css["id"]} title={delivery.task_id ?? undefined}>
          {delivery.task_id ?? t("log.noTask")}
        </span>
      </td>
      <td>
        <Badge tone={STATE_TONES[delivery.state]}>{t(`states.${delivery.state}`)}</Badge>
      </td>
      <td>{answerText(delivery)}</td>
      <td className={css["number"]}>{format.number(delivery.attempts)}</td>
      <td className={css["actions"]}>
        <div className={css["buttons"]}>
          <Button
            kind="quiet"
            busy={busy}
            disabled={delivery.state === "PENDING"}
            onClick={() => void replay()}
          >
            {t("log.replay")}
          </Button>
          <Button kind="quiet" onClick={props.onOpen}>
            {t("log.details")}
          </Button>
        </div>
      </td>
    </tr>
  );
}

function Table(props: {
  readonly deliveries: readonly WebhookDelivery[];
  readonly onOpen: (delivery: WebhookDelivery) => void;
  readonly onReplay: (delivery: WebhookDelivery) => Promise<void>;
}) {
  const t = useT("webhooks");
  if (props.deliveries.length === 0) {
    return (
      <EmptyState
        icon={<Send size={20} strokeWidth={1.5} />}
        title={t("log.emptyTitle")}
        body={t("log.emptyBody")}
      />
    );
  }
  return (
    <div className={css["scroll"]}>
      <table className={css["table"]}>
        <thead>
          <tr>
            <th scope="col">{t("log.columns.at")}</th>
            <th scope="col">{t("log.columns.event")}</th>
            <th scope="col" className={css["wide"]}>
              {t("log.columns.task")}
            </th>
            <th scope="col">{t("log.columns.state")}</th>
            <th scope="col">{t("log.columns.answer")}</th>
            <th scope="col" className={css["number"]}>
              {t("log.columns.attempts")}
            </th>
            <td>
              <span className="visually-hidden">{t("log.columns.actions")}</span>
            </td>
          </tr>
        </thead>
        <tbody>
          {props.deliveries.map((delivery) => (
            <Row
              key={delivery.id}
              delivery={delivery}
              onOpen={() => props.onOpen(delivery)}
              onReplay={() => props.onReplay(delivery)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What was sent to one webhook; anything of it can be sent once more. */
export function DeliveryLog(props: {
  readonly url: string;
  readonly log: ReturnType<typeof useDeliveries>;
}) {
  const { value, problem, reload, busy, refresh, older, replay } = props.log;
  const t = useT("webhooks");
  const problemText = useProblemText();
  const [openedId, setOpenedId] = useState<string | null>(null);
  const opened = value?.deliveries.find(({ id }) => id === openedId);
  return (
    <section className={css["section"]} aria-labelledby="log">
      <header className={css["header"]}>
        <div>
          <h2 id="log">{t("log.title", { host: hostOf(props.url) })}</h2>
          <p className={css["note"]}>{t("log.intro")}</p>
        </div>
        <IconButton
          label={t("log.reload")}
          icon={<RefreshCw size={16} strokeWidth={1.5} />}
          onClick={() => void refresh()}
        />
      </header>
      {problem === null ? null : (
        <ErrorState
          body={problemText(problem)}
          requestId={problem.request_id}
          onRetry={() => reload()}
        />
      )}
      {value === null && problem === null ? (
        <div className={css["places"]}>
          {PLACES.map((place) => (
            <Skeleton key={place} height={28} />
          ))}
        </div>
      ) : null}
      {value === null ? null : (
        <Table
          deliveries={value.deliveries}
          onOpen={({ id }) => setOpenedId(id)}
          onReplay={replay}
        />
      )}
      {(value?.next ?? null) === null ? null : (
        <div>
          <Button busy={busy} onClick={() => void older()}>
            {t("log.older")}
          </Button>
        </div>
      )}
      {opened === undefined ? null : (
        <DeliveryDialog delivery={opened} onClose={() => setOpenedId(null)} />
      )}
    </section>
  );
}
