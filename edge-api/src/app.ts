/** The whole API as one Hono app; the entries only choose the platform. */
import { API_NOTIFY_PATH, API_QUEUE_PATH } from "@cutroom/contracts";
import { openApiDocument } from "@cutroom/contracts/openapi";
import { Hono } from "hono";
import { cors } from "hono/cors";
import type { AppEnv } from "./app-env.ts";
import { receiveHousekeeping } from "./consumers/housekeeping.ts";
import { receiveNotify } from "./consumers/notify.ts";
import { VENDOR_CALLBACK_PATH, receiveVendorCallback } from "./consumers/vendor-callback.ts";
import type { Deps } from "./deps.ts";
import { answerProblem, answerThrown } from "./middleware/problem.ts";
import { accountRoutes } from "./routes/account.ts";
import { assetRoutes } from "./routes/assets.ts";
import { mountAuth } from "./routes/auth.ts";
import { creditRoutes } from "./routes/credits.ts";
import { farmRoutes } from "./routes/farm.ts";
import { interchangeRoutes } from "./routes/interchange.ts";
import { mountRoutes } from "./routes/mount.ts";
import { evidenceRoutes } from "./routes/evidence.ts";
import { reviewRoutes } from "./routes/reviews.ts";
import { rolloutRoutes } from "./routes/rollouts.ts";
import { riskRoutes } from "./routes/risk.ts";
import { usageRoutes } from "./routes/usage.ts";
import { opsRoutes } from "./routes/ops.ts";
import { opsWorkRoutes } from "./routes/ops-work.ts";
import { projectRoutes } from "./routes/projects.ts";
import { shareRoutes } from "./routes/shares.ts";
import { folderRoutes } from "./routes/folders.ts";
import { generationRoutes } from "./routes/generations.ts";
import { taskRoutes } from "./routes/tasks.ts";
import { templateRoutes } from "./routes/templates.ts";
import { uploadRoutes } from "./routes/uploads.ts";
import { webhookRoutes } from "./routes/webhooks.ts";

const EXPOSED = ["retry-after", "ratelimit", "ratelimit-policy", "x-request-id"];

export function createApp(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(async (context, next) => {
    const requestId = deps.ids.next("req");
    context.set("deps", deps);
    context.set("requestId", requestId);
    context.header("x-request-id", requestId);
    context.header("x-content-type-options", "nosniff");
    await next();
  });
  app.use(
    cors({
      origin: deps.env.WEB_URL,
      credentials: true,
      exposeHeaders: EXPOSED,
      maxAge: 600,
    }),
  );
  app.onError(answerThrown);
  app.notFound((context) => answerProblem(context, { code: "request.not-found" }));

  app.get("/healthz", (context) => context.json({ ok: true }));
  app.get("/v1/openapi.json", (context) =>
    context.json(openApiDocument({ serverUrl: deps.env.API_URL })),
  );
  app.post(API_QUEUE_PATH, receiveHousekeeping);
  app.post(API_NOTIFY_PATH, receiveNotify);
  app.post(VENDOR_CALLBACK_PATH, receiveVendorCallback);
  mountAuth(app);
  mountRoutes(app, {
    ...accountRoutes,
    ...uploadRoutes,
    ...webhookRoutes,
    ...assetRoutes,
    ...folderRoutes,
    ...projectRoutes,
    ...interchangeRoutes,
    ...templateRoutes,
    ...taskRoutes,
    ...generationRoutes,
    ...shareRoutes,
    ...farmRoutes,
    ...opsWorkRoutes,
    ...creditRoutes,
    ...reviewRoutes,
    ...evidenceRoutes,
    ...rolloutRoutes,
    ...riskRoutes,
    ...usageRoutes,
    ...opsRoutes,
  });
  return app;
}
