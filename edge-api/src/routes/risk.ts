import { createRiskAppeal, listRiskAppeals } from "../usecases/risk/appeal.ts";
import { createRiskChallenge } from "../usecases/risk/create-challenge.ts";
import { answerRiskAppeal, freezeUser, liftUser } from "../usecases/risk/decide-by-hand.ts";
import { getRiskUser, listHeldUsers } from "../usecases/risk/list-held-users.ts";
import { solveRiskChallenge } from "../usecases/risk/solve-challenge.ts";
import type { Routes } from "./mount.ts";

const personOf = (params: { readonly tenant_id: string; readonly user_id: string }) => ({
  tenantId: params.tenant_id,
  userId: params.user_id,
});

export const riskRoutes = {
  listRiskAppeals: ({ deps, caller }) => listRiskAppeals(deps, caller),
  createRiskAppeal: ({ deps, caller, body }) => createRiskAppeal(deps, caller, body.words),
  createRiskChallenge: ({ deps, caller }) => createRiskChallenge(deps, caller),
  solveRiskChallenge: ({ deps, caller, body }) => solveRiskChallenge(deps, caller, body.solution),
  listHeldUsers: ({ deps, query }) => listHeldUsers(deps, query),
  getRiskUser: ({ deps, params }) => getRiskUser(deps, personOf(params)),
  freezeUser: ({ deps, caller, params, body }) =>
    freezeUser(deps, caller, personOf(params), body.reason),
  liftUser: ({ deps, caller, params, body }) =>
    liftUser(deps, caller, personOf(params), body.reason),
  answerRiskAppeal: ({ deps, caller, params, body }) =>
    answerRiskAppeal(deps, caller, { appealId: params.appeal_id, ...body }),
} satisfies Partial<Routes>;
