import { DEMO_EMAIL, DEMO_PASSWORD } from "@cutroom/db";
import type { Hono } from "hono";
import type { AppEnv } from "../app-env.ts";
import { AUTH_PATH } from "../auth.ts";
import { answerProblem } from "../middleware/problem.ts";

/**
 * The sign-in library's own routes, and the one-click sign-in of a local installation, which
 * is the demo account's ordinary sign-in with the password filled in.
 */
export function mountAuth(app: Hono<AppEnv>): void {
  app.post(`${AUTH_PATH}/demo`, (context) => {
    const { auth, env } = context.get("deps");
    if (env.DEMO_SIGN_IN !== "1") return answerProblem(context, { code: "request.not-found" });
    return auth.handler(
      new Request(`${env.API_URL}${AUTH_PATH}/sign-in/email`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: env.WEB_URL },
        body: JSON.stringify({ email: DEMO_EMAIL, password: DEMO_PASSWORD }),
      }),
    );
  });
  app.on(["GET", "POST"], `${AUTH_PATH}/*`, (context) =>
    context.get("deps").auth.handler(context.req.raw),
  );
}
