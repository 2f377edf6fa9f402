/** Sign-in and sessions, by better-auth over our own tables. */
import { schema } from "@cutroom/db";
import type { Database } from "@cutroom/db";
import type { Ids } from "@cutroom/ports";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { betterAuth } from "better-auth/minimal";
import type { Env } from "./env.ts";
import { openWorkspace } from "./usecases/account/open-workspace.ts";

export const COOKIE_PREFIX = "cutroom";
export const AUTH_PATH = "/auth";

/** What the rest of the API needs of it. */
export interface Auth {
  handler(request: Request): Promise<Response>;
}

/**
 * Cookies belong to the API's host alone and are SameSite=Lax. Every new user gets a workspace
 * of their own on the free plan.
 */
export function createAuth(env: Env, database: Database, ids: Ids): Auth {
  return betterAuth({
    baseURL: env.API_URL,
    basePath: AUTH_PATH,
    secret: env.AUTH_SECRET,
    trustedOrigins: [env.WEB_URL],
    database: drizzleAdapter(database, { provider: "pg", schema }),
    emailAndPassword: { enabled: true, minPasswordLength: 8 },
    session: { expiresIn: 30 * 86_400, updateAge: 86_400 },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: env.API_URL.startsWith("https:"),
      database: { generateId: ({ model }) => ids.next(model) },
    },
    telemetry: { enabled: false },
    databaseHooks: {
      user: {
        create: {
          after: async (user) => {
            await openWorkspace({ database, ids }, { userId: user.id, name: user.name });
          },
        },
      },
    },
  });
}
