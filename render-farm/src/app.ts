/** The farm's HTTP side: being woken, and saying how it is. */
import { FARM_WAKE_PATH, queueMessage } from "@cutroom/contracts";
import type { MediaEngine, QueueVerifier } from "@cutroom/ports";
import { Hono } from "hono";
import type { Slots } from "./worker/slots.ts";
import type { Workforce } from "./worker/workforce.ts";

export interface AppDeps {
  readonly engine: Pick<MediaEngine, "kind" | "version">;
  readonly slots: Slots;
  readonly verifier: QueueVerifier;
  readonly workforce: Workforce;
  /** The address that deliveries are signed for. */
  readonly wakeUrl: string;
}

const RETRY_AFTER_S = "5";

function ending() {
  return new Response(JSON.stringify({ ok: false, reason: "draining" }), {
    status: 503,
    headers: { "content-type": "application/json", "retry-after": RETRY_AFTER_S },
  });
}

/**
 * A delivery is answered 202 at once, also by a farm that is full: whoever frees a slot asks for
 * work, so there is nothing to deliver again. 503 while it ends, so that another farm is woken;
 * 401 or 422 when it is not a delivery of ours.
 */
export function createApp(deps: AppDeps): Hono {
  const app = new Hono();
  app.get("/healthz", (c) =>
    c.json({
      ok: true,
      engine: deps.engine.kind,
      version: deps.engine.version,
      slots: { free: deps.slots.free(), total: deps.slots.total },
    }),
  );
  app.post(FARM_WAKE_PATH, async (c) => {
    // The signature covers the bytes as they came; parsed and printed again they may differ.
    const rawBody = await c.req.text();
    const signature = c.req.header("upstash-signature") ?? "";
    const genuine = await deps.verifier.verify({ signature, rawBody, url: deps.wakeUrl });
    if (!genuine) return c.json({ ok: false, reason: "signature" }, 401);
    const message = queueMessage.safeParse(readJson(rawBody));
    if (!message.success || message.data.type !== "step-ready") {
      return c.json({ ok: false, reason: "message" }, 422);
    }
    const woken = deps.workforce.wake();
    return woken === "draining" ? ending() : c.json({ ok: true, woken }, 202);
  });
  return app;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
