"use client";
import type { Webhook, WebhookDelivery } from "@cutroom/contracts";
import { useCallback } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { useAnswer } from "../server/use-answer.ts";
import { notify, notifyFailure } from "../ui/toaster.tsx";
import { useDelayedRemoval } from "../ui/use-delayed-removal.ts";
import { hostOf, useAnswerText } from "./words.ts";

/** The workspace's webhooks, and what can be done with them. */
export function useWebhooks() {
  const api = useApi();
  const t = useT("webhooks");
  const problemText = useProblemText();
  const answerText = useAnswerText();
  const removeLater = useDelayedRemoval();
  const answer = useAnswer<readonly Webhook[]>(
    useCallback(async () => {
      const listed = await api.listWebhooks();
      return listed.ok ? { ok: true, value: listed.value.webhooks } : listed;
    }, [api]),
  );
  const { change } = answer;

  /** Its secret, for the only time; a sentence when the address is refused. */
  const add = async (url: string) => {
    const made = await api.createWebhook({ body: { url } });
    if (!made.ok) {
      // The address is all that was entered, so it is what is not valid.
      const isEntry = made.failure.code === "request.invalid";
      const failure = problemText(isEntry ? { code: "webhook.address" } : made.failure);
      return { ok: false, failure } as const;
    }
    change((now) => [...now, made.value.webhook]);
    return { ok: true, value: made.value } as const;
  };

  const test = async (hook: Webhook): Promise<WebhookDelivery | null> => {
    const sent = await api.testWebhook({ params: { webhook_id: hook.id } });
    if (!sent.ok) {
      notifyFailure(problemText(sent.failure));
      return null;
    }
    const last = sent.value;
    change((now) => now.map((one) => (one.id === hook.id ? { ...one, last_delivery: last } : one)));
    const said = answerText(last);
    if (last.state === "DELIVERED") notify(t("tested", { status: said }));
    else notifyFailure(t("testFailed", { answer: said }));
    return last;
  };

  const remove = (hook: Webhook, place: number) => {
    const host = hostOf(hook.url);
    const show = () => change((now) => now.toSpliced(place, 0, hook));
    removeLater({
      message: t("removed", { host }),
      hide: () => change((now) => now.filter(({ id }) => id !== hook.id)),
      show,
      run: async () => {
        const gone = await api.deleteWebhook({ params: { webhook_id: hook.id } });
        if (gone.ok || gone.failure.code === "request.not-found") return;
        show();
        notifyFailure(t("removeFailed", { host }), { description: problemText(gone.failure) });
      },
    });
  };
  return { ...answer, add, test, remove };
}
