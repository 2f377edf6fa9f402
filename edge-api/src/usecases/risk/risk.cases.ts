/** What the tests of the risk layer share: browsers with accounts, an operator, a solver. */
import { solveChallenge } from "altcha-lib";
import type { Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { exportSpec } from "@cutroom/contracts";
import type { Client } from "@cutroom/contracts";
import { asSystem, holdPerson, seedDemo } from "@cutroom/db";
import { CLEAR_STANDING, planLimits } from "@cutroom/domain";
import { ALL_SCOPES } from "../../caller.ts";
import type { CallerRisk, UserCaller } from "../../caller.ts";
import { titleProject } from "../../stack.cases.ts";
import type { Stack, Tenant } from "../../stack.cases.ts";
import { submitExport as submitAs } from "../export/submit-export.ts";

/** What the browser does with a challenge. */
export async function solve(challenge: unknown): Promise<string> {
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey });
  return JSON.stringify({ challenge, solution });
}

function cookiesOf(response: Response): Record<string, string> {
  return Object.fromEntries(
    response.headers.getSetCookie().map((line) => {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      return [name, value];
    }),
  );
}

const cookieHeader = (cookies: Readonly<Record<string, string>>) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");

function post(stack: Stack, path: string, body: unknown) {
  return stack.app.request(path, {
    method: "POST",
    headers: { "content-type": "application/json", origin: stack.env.WEB_URL },
    body: JSON.stringify(body),
  });
}

/** One browser: whoever signs up in it has its device's cookie. */
export function openBrowser(stack: Stack) {
  let device: Readonly<Record<string, string>> = {};
  let people = 0;
  const name = crypto.randomUUID();
  return {
    signUp: async (): Promise<Client> => {
      people += 1;
      const email = `${name}-${people}@example.com`;
      const signedUp = await post(stack, "/auth/sign-up/email", {
        name: "Ada",
        email,
        password: "correct horse",
      });
      const session = cookiesOf(signedUp);
      // The page asks who this is before anything else, and has its device from then on.
      const first = await stack.app.request("/v1/me", {
        headers: { cookie: cookieHeader({ ...session, ...device }) },
      });
      device = { ...device, ...cookiesOf(first) };
      return stack.clientWith({ cookie: cookieHeader({ ...session, ...device }) });
    },
  };
}

/** The demo account, which `OPERATOR_EMAILS` of the stack must name. */
export async function signInOperator(stack: Stack): Promise<Client> {
  await seedDemo({ databaseUrl: stack.env.DATABASE_URL, wsProxy: stack.env.DATABASE_WS_PROXY });
  const answer = await post(stack, "/auth/demo", {});
  return stack.clientWith({ cookie: cookieHeader(cookiesOf(answer)) });
}

let asked = 0;
/** Submits an export of a project of one title. */
export async function submitExport(client: Client, projectId?: string) {
  asked += 1;
  const body = { project_id: projectId ?? (await titleProject(client, 1)) };
  return client.createExport({ body, idempotencyKey: `risk-export-${asked}` });
}

/** Submits a clip of these words. */
export function submitWords(client: Client, prompt: string) {
  asked += 1;
  return client.createGeneration({
    body: { prompt, seed: asked, duration_ms: 4_000 },
    idempotencyKey: `risk-words-${asked}`,
  });
}

export const personOf = ({ tenantId, userId }: Tenant) => ({
  tenant_id: tenantId,
  user_id: userId,
});

/** Puts somebody on the grey list, as the rule does. */
export function putOnGreyList(stack: Stack, { tenantId, userId }: Tenant) {
  return asSystem(stack.deps.database, (tx) =>
    holdPerson(tx, {
      id: stack.deps.ids.next("risk"),
      tenantId,
      userId,
      state: "grey",
      actor: "rule",
      reasons: ["device-accounts"],
      score: 70,
      signals: { "device-accounts": 8 },
      policy: 1,
      note: null,
    }),
  );
}

/** Somebody as the door sees them, new and of good standing unless `risk` says otherwise. */
export function callerOf(stack: Stack, tenant: Tenant, risk: Partial<CallerRisk> = {}): UserCaller {
  const { tenantId, userId } = tenant;
  const about = { standing: CLEAR_STANDING, device: null, address: null, ...risk };
  return {
    kind: "user",
    userId,
    userName: "Test",
    email: "test@example.com",
    tenantId,
    tenantName: "Test",
    plan: planLimits.paid,
    scopes: ALL_SCOPES,
    credentialId: "test",
    risk: { accountMadeAtMs: stack.deps.clock.nowMs(), ...about },
  };
}

/** An export as this very caller: its task, or the code of the refusal. */
export async function exportAs(stack: Stack, caller: UserCaller, projectId: string) {
  asked += 1;
  const made = await submitAs(stack.deps, caller, {
    projectId,
    spec: exportSpec.parse({ resolution: 720 }),
    idempotencyKey: `risk-caller-${asked}`,
  });
  if (!made.ok) return made.failure.code;
  return String((JSON.parse(made.value.json) as { task_id: unknown }).task_id);
}
