/** The demo account of a local installation. Node only. */
import { randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { planLimits } from "@cutroom/domain";
import { eq } from "drizzle-orm";
import { WebSocket } from "ws";
import { asSystem, createDatabase } from "./database.ts";
import type { Transaction } from "./database.ts";
import { DEMO_EMAIL, DEMO_PASSWORD } from "./demo-account.ts";
import { grantCredits, openAccounts } from "./queries/ledger.ts";
import { account, membership, tenant, user } from "./schema/index.ts";

const DEMO_USER = "user_demo";
const DEMO_TENANT = "tenant_demo";

const derive = promisify<string, string, number, object, Buffer>(scrypt);

/** `salt:key` in hexadecimal: scrypt with the parameters of the sign-in library. */
async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString("hex");
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 };
  const key = await derive(password.normalize("NFKC"), salt, 64, cost);
  return `${salt}:${key.toString("hex")}`;
}

async function seedTenant(tx: Transaction): Promise<void> {
  const made = await tx
    .insert(tenant)
    .values({ id: DEMO_TENANT, name: "Demo", plan: "paid" })
    .onConflictDoNothing()
    .returning();
  await tx
    .insert(membership)
    .values({ tenantId: DEMO_TENANT, userId: DEMO_USER, role: "owner" })
    .onConflictDoNothing();
  if (made.length === 0) return;
  await openAccounts(tx, DEMO_TENANT);
  await grantCredits(tx, {
    tenantId: DEMO_TENANT,
    amount: planLimits.paid.creditsPerMonth,
    cause: "opening",
    reason: "plan",
  });
}

/** Makes the demo user with a workspace on the paid plan; repeating it changes nothing. */
export async function seedDemo(settings: {
  readonly databaseUrl: string;
  readonly wsProxy?: string | undefined;
}): Promise<{ userId: string; tenantId: string; email: string }> {
  const opened = createDatabase({
    ...settings,
    webSocket: WebSocket,
    maxConnections: 1,
  });
  try {
    const password = await hashPassword(DEMO_PASSWORD);
    await asSystem(opened.database, async (tx) => {
      const known = await tx.select({ id: user.id }).from(user).where(eq(user.id, DEMO_USER));
      if (known.length === 0) {
        await tx
          .insert(user)
          .values({ id: DEMO_USER, name: "Demo", email: DEMO_EMAIL, emailVerified: true });
        await tx.insert(account).values({
          id: "account_demo",
          accountId: DEMO_USER,
          providerId: "credential",
          userId: DEMO_USER,
          password,
        });
      }
      await seedTenant(tx);
    });
    return { userId: DEMO_USER, tenantId: DEMO_TENANT, email: DEMO_EMAIL };
  } finally {
    await opened.close();
  }
}
