/** How people stand with the risk layer, what they can do about it, and what operators do (C4). */
import {
  APPEAL_MAX,
  APPEAL_MIN,
  RISK_ACTIONS,
  RISK_VERDICTS,
  STANDING_STATES,
} from "@cutroom/domain";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";

export const standing = z.object({
  state: z.enum(STANDING_STATES),
  /** Signals of the risk layer, `same-input`, `rate`, or `operator` for what a person decided. */
  reasons: z.array(z.string()),
  /** Names the verdict, for whoever is asked about it. */
  reference: z.string(),
  since: z.string().nullable(),
});
export type Standing = z.infer<typeof standing>;

export const riskAppeal = z.object({
  id: z.string(),
  state: z.enum(["OPEN", "GRANTED", "REFUSED"]),
  reference: z.string(),
  words: z.string(),
  created_at: z.string(),
  /** An operator's words; null while nobody has answered. */
  answer: z.string().nullable(),
  answered_at: z.string().nullable(),
});
export type RiskAppeal = z.infer<typeof riskAppeal>;

export const heldUser = z.object({
  tenant_id: z.string(),
  tenant_name: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  email: z.string(),
  standing,
  appeal: riskAppeal.nullable(),
});
export type HeldUser = z.infer<typeof heldUser>;

/** One line of what is kept about somebody: verdicts, appeals and answers. */
export const riskRecord = z.object({
  id: z.string(),
  at: z.string(),
  action: z.enum([...RISK_ACTIONS, ...RISK_VERDICTS]),
  actor: z.string(),
  reasons: z.array(z.string()),
  score: z.int().nullable(),
  signals: z.record(z.string(), z.number()),
  note: z.string().nullable(),
});
export type RiskRecord = z.infer<typeof riskRecord>;

const words = z.string().trim().min(APPEAL_MIN).max(APPEAL_MAX);
const reason = z.string().trim().min(3).max(500);
const person = z.object({ tenant_id: z.string(), user_id: z.string() });

export const riskEndpoints = {
  listRiskAppeals: endpoint({
    method: "GET",
    path: "/v1/risk/appeals",
    summary: "Your appeals against limits of your account, newest first, with their answers",
    audience: "user",
    status: 200,
    output: z.object({ appeals: z.array(riskAppeal) }),
    failures: [],
  }),
  createRiskAppeal: endpoint({
    method: "POST",
    path: "/v1/risk/appeals",
    summary: "Say why a limit of your account is a mistake; a person answers",
    audience: "user",
    body: z.object({ words }),
    status: 201,
    output: riskAppeal,
    failures: ["risk.not-held", "risk.appeal-open"],
  }),
  createRiskChallenge: endpoint({
    method: "POST",
    path: "/v1/risk/challenges",
    summary: "A proof of work (ALTCHA, PBKDF2/SHA-256) that lifts `risk.review` when it is solved",
    audience: "user",
    status: 201,
    output: z.object({ challenge: z.unknown(), expires_at: z.string() }),
    failures: ["risk.not-held", "risk.frozen"],
  }),
  solveRiskChallenge: endpoint({
    method: "POST",
    path: "/v1/risk/solutions",
    summary: "Hand in a solved challenge: JSON of the challenge and its solution",
    audience: "user",
    body: z.object({ solution: z.string().max(4_096) }),
    status: 200,
    output: standing,
    failures: ["risk.not-held", "risk.frozen", "risk.challenge-failed"],
  }),
  listHeldUsers: endpoint({
    method: "GET",
    path: "/v1/ops/risk/users",
    summary: "People on the grey list or frozen, the latest first",
    audience: "operator",
    query: z.object({
      appeals: z.stringbool().default(false),
      /** The `next` of the page before. */
      after: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    status: 200,
    output: z.object({ users: z.array(heldUser), next: z.string().nullable() }),
    failures: ["request.invalid"],
  }),
  getRiskUser: endpoint({
    method: "GET",
    path: "/v1/ops/risk/tenants/:tenant_id/users/:user_id",
    summary: "How somebody stands, and what was decided about them, newest first",
    audience: "operator",
    params: person,
    status: 200,
    output: z.object({ user: heldUser, history: z.array(riskRecord) }),
    failures: ["request.not-found"],
  }),
  freezeUser: endpoint({
    method: "POST",
    path: "/v1/ops/risk/tenants/:tenant_id/users/:user_id/freeze",
    summary: "Stop somebody's paid work; what runs goes on, and so does reading",
    audience: "operator",
    params: person,
    body: z.object({ reason }),
    status: 200,
    output: heldUser,
    failures: ["request.not-found"],
  }),
  liftUser: endpoint({
    method: "POST",
    path: "/v1/ops/risk/tenants/:tenant_id/users/:user_id/lift",
    summary: "Take somebody off the grey list or end a freeze, for good reason; for seven days",
    audience: "operator",
    params: person,
    body: z.object({ reason }),
    status: 200,
    output: heldUser,
    failures: ["request.not-found", "risk.not-held"],
  }),
  answerRiskAppeal: endpoint({
    method: "POST",
    path: "/v1/ops/risk/appeals/:appeal_id/answer",
    summary: "Answer an appeal; granting it lifts what was held against its author",
    audience: "operator",
    params: z.object({ appeal_id: z.string() }),
    body: z.object({ granted: z.boolean(), answer: reason }),
    status: 200,
    output: riskAppeal,
    failures: ["request.not-found"],
  }),
};
