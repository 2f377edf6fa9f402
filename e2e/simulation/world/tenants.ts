/** Who uses the product in every seed: one workspace on the free plan, one that pays. */
import { asSystem, createDatabase, grantCredits, openAccounts, schema } from "@cutroom/db";
import type { OpenDatabase, Transaction } from "@cutroom/db";
import { ALL_SCOPES } from "@cutroom/edge-api/src/caller.ts";
import type { UserCaller } from "@cutroom/edge-api/src/caller.ts";
import { planLimits } from "@cutroom/domain";
import type { PlanName } from "@cutroom/domain";
import { documentDuration, newProject } from "@cutroom/timeline";
import { titleClip } from "@cutroom/testkit/title-clip";
import { sql } from "drizzle-orm";
import { TcpSocket } from "./tcp-socket.ts";

/** Enough for some exports and not for all of them. */
const CREDITS: Readonly<Record<string, number>> = { free: 1, paid: 40 };

function callerOf(plan: PlanName): UserCaller {
  return {
    kind: "user",
    userId: `user_${plan}`,
    userName: plan,
    email: `${plan}@example.com`,
    tenantId: `tenant_${plan}`,
    tenantName: plan,
    plan: planLimits[plan],
    scopes: ALL_SCOPES,
    credentialId: plan,
  };
}

export const CALLERS: readonly UserCaller[] = [callerOf("free"), callerOf("paid")];
export const PROJECT_OF = (caller: UserCaller) => `project_${caller.plan.name}`;

function titleDocument() {
  const empty = newProject();
  const durationFlicks = 5 * 705_600_000;
  const clip = titleClip({ id: "title", trackId: "text-1", durationFlicks });
  return { ...empty, clips: { title: clip } };
}

async function settle(tx: Transaction, caller: UserCaller): Promise<void> {
  const { tenantId, userId, email } = caller;
  const plan = caller.plan.name;
  const document = titleDocument();
  await tx.insert(schema.user).values({ id: userId, name: plan, email });
  await tx.insert(schema.tenant).values({ id: tenantId, name: plan, plan });
  await tx.insert(schema.membership).values({ tenantId, userId, role: "owner" });
  await openAccounts(tx, tenantId);
  const amount = CREDITS[plan] ?? 0;
  await grantCredits(tx, { tenantId, amount, cause: "opening", reason: "plan" });
  const id = PROJECT_OF(caller);
  const { settings } = document;
  await tx.insert(schema.project).values({
    id,
    tenantId,
    userId,
    name: plan,
    revision: 0,
    settings,
    duration: documentDuration(document),
  });
  await tx
    .insert(schema.projectRevision)
    .values({ projectId: id, revision: 0, tenantId, document, ops: null });
}

export interface Settlement {
  /** Wipes the world of the seed before and lets the tenants move in at `atMs`. */
  begin(atMs: number): Promise<void>;
  close(): Promise<void>;
}

export function openSettlement(databaseUrl: string): Settlement {
  const opened: OpenDatabase = createDatabase({
    databaseUrl,
    wsProxy: new URL(databaseUrl).host,
    webSocket: TcpSocket,
    maxConnections: 1,
  });
  return {
    begin: (atMs) =>
      asSystem(opened.database, async (tx) => {
        await tx.execute(sql`select set_config('sim.at', ${new Date(atMs).toISOString()}, true)`);
        await tx.execute(sql`select sim.reset()`);
        for (const caller of CALLERS) await settle(tx, caller);
      }),
    close: () => opened.close(),
  };
}
