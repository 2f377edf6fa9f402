/** Notifier by webhook, signed as Standard Webhooks 1.0 says. */
import { Webhook } from "standardwebhooks";
import type { Notification, Notifier, NotifyOutcome } from "@cutroom/ports";

export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

/**
 * Sends one POST to an address that a tenant chose and gives its status; the answer's body is
 * never read. `blocked` when the address may not be called.
 * @throws when nothing answered in time, or at all.
 */
export type Outbound = (request: OutboundRequest) => Promise<number | "blocked">;

const TIMEOUT_MS = 10_000;

export function createWebhookNotifier(
  outbound: Outbound,
  options: { readonly timeoutMs?: number } = {},
): Notifier {
  const { timeoutMs = TIMEOUT_MS } = options;
  return {
    async send({ url, id, sentAtMs, body, secret }: Notification): Promise<NotifyOutcome> {
      const sentAt = new Date(sentAtMs);
      const headers = {
        "content-type": "application/json",
        "user-agent": "Cutroom-Webhooks/1",
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(sentAtMs / 1000)),
        "webhook-signature": new Webhook(secret).sign(id, sentAt, body),
      };
      try {
        const status = await outbound({ url, headers, body, timeoutMs });
        if (status === "blocked") return { kind: "blocked" };
        return { kind: status >= 200 && status < 300 ? "delivered" : "refused", status };
      } catch {
        return { kind: "unreachable" };
      }
    },
  };
}
