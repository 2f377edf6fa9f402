"use client";
import type { WebhookDelivery } from "@cutroom/contracts";
import { useCallback, useEffect, useState } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { useAnswer } from "../server/use-answer.ts";
import { notify, notifyFailure } from "../ui/toaster.tsx";

const AGAIN_MS = 2_000;
/** A message that is under way for longer than this waits for the compensator, not for a moment. */
const SOON_MS = 20_000;

interface Page {
  readonly of: string;
  readonly deliveries: readonly WebhookDelivery[];
  readonly next: string | null;
}

/** Takes the newest page in, and keeps what was read before it. */
function withNewest(now: Page, newest: Page): Page {
  const fresh = new Set(newest.deliveries.map(({ id }) => id));
  const older = now.deliveries.filter(({ id }) => !fresh.has(id));
  return older.length === 0 ? newest : { ...now, deliveries: [...newest.deliveries, ...older] };
}

/** The log of one webhook, newest first. While a message was just sent, it is asked for again. */
export function useDeliveries(webhookId: string) {
  const api = useApi();
  const t = useT("webhooks");
  const problemText = useProblemText();
  const params = { webhook_id: webhookId };
  const ask = useCallback(async () => {
    const page = await api.listWebhookDeliveries({ params: { webhook_id: webhookId } });
    return page.ok ? ({ ok: true, value: { of: webhookId, ...page.value } } as const) : page;
  }, [api, webhookId]);
  const answer = useAnswer<Page>(ask);
  const { change } = answer;
  // An answer about another webhook stays until the new one is there; it is not shown.
  const value = answer.value?.of === webhookId ? answer.value : null;
  const [busy, setBusy] = useState(false);
  const [watchedUntilMs, setWatchedUntilMs] = useState(0);

  const refresh = useCallback(async () => {
    const page = await ask();
    if (page.ok) change((now) => withNewest(now, page.value));
  }, [ask, change]);

  useEffect(() => {
    const isPending = value?.deliveries.some(({ state }) => state === "PENDING") ?? false;
    if (!isPending || Date.now() > watchedUntilMs) return undefined;
    const timer = setTimeout(() => void refresh(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [value, watchedUntilMs, refresh]);

  const older = async () => {
    if (value === null || value.next === null) return;
    setBusy(true);
    const page = await api.listWebhookDeliveries({ params, query: { before: value.next } });
    setBusy(false);
    if (!page.ok) {
      notifyFailure(problemText(page.failure));
      return;
    }
    const { deliveries, next } = page.value;
    change((now) => ({ ...now, deliveries: [...now.deliveries, ...deliveries], next }));
  };

  const replay = async (delivery: WebhookDelivery) => {
    const call = { params: { ...params, delivery_id: delivery.id } };
    const sent = await api.replayWebhookDelivery(call);
    if (!sent.ok) {
      notifyFailure(problemText(sent.failure));
      return;
    }
    change((now) => ({
      ...now,
      deliveries: now.deliveries.map((one) => (one.id === delivery.id ? sent.value : one)),
    }));
    setWatchedUntilMs(Date.now() + SOON_MS);
    notify(t("log.replayed"));
  };
  return { ...answer, value, busy, refresh, older, replay };
}
