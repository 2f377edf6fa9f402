"use client";
import type { Webhook as WebhookFacts } from "@cutroom/contracts";
import { Webhook } from "lucide-react";
import { useState } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useT } from "../i18n/use-t.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { AddWebhook } from "./add-webhook.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { useDeliveries } from "./use-deliveries.ts";
import { useWebhooks } from "./use-webhooks.ts";
import { WebhookTable } from "./webhook-table.tsx";
import css from "./webhooks.module.css";

/** The list and the log of the chosen one, which a test changes both. */
function Chosen(props: {
  readonly hook: WebhookFacts;
  readonly of: ReturnType<typeof useWebhooks>;
  readonly hooks: readonly WebhookFacts[];
  readonly onShow: (hook: WebhookFacts) => void;
}) {
  const { hook, of } = props;
  const log = useDeliveries(hook.id);
  const last = log.value?.deliveries[0];
  const hooks = props.hooks.map((one) =>
    one.id !== hook.id || last === undefined ? one : { ...one, last_delivery: last },
  );
  const test = async (tested: WebhookFacts) => {
    const sent = await of.test(tested);
    if (sent === null) return;
    if (tested.id === hook.id) await log.refresh();
    else props.onShow(tested);
  };
  return (
    <>
      <WebhookTable
        hooks={hooks}
        shownId={hook.id}
        onShow={props.onShow}
        onTest={test}
        onRemove={of.remove}
      />
      <DeliveryLog key={hook.id} url={hook.url} log={log} />
    </>
  );
}

/** Where a workspace hears of its tasks: addresses, whether they answer, and all that was sent. */
export function WebhooksPage() {
  const t = useT("webhooks");
  const problemText = useProblemText();
  const webhooks = useWebhooks();
  const { value: hooks, problem, reload, add } = webhooks;
  const [shownId, setShownId] = useState<string | null>(null);
  const shown = hooks?.find(({ id }) => id === shownId) ?? hooks?.[0];
  return (
    <div className={css["page"]}>
      <header className={css["top"]}>
        <h1 className={css["title"]}>{t("title")}</h1>
        <p className={css["note"]}>{t("intro")}</p>
        <AddWebhook onAdd={add} onAdded={({ id }) => setShownId(id)} />
      </header>
      {problem === null ? null : (
        <ErrorState
          body={problemText(problem)}
          requestId={problem.request_id}
          onRetry={() => reload()}
        />
      )}
      {hooks === null && problem === null ? <Skeleton height={80} /> : null}
      {hooks?.length === 0 ? (
        <EmptyState
          icon={<Webhook size={20} strokeWidth={1.5} />}
          title={t("emptyTitle")}
          body={t("emptyBody")}
        />
      ) : null}
      {hooks === null || shown === undefined ? null : (
        <Chosen hook={shown} hooks={hooks} of={webhooks} onShow={({ id }) => setShownId(id)} />
      )}
    </div>
  );
}
