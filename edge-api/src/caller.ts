import { SCOPES } from "@cutroom/domain";
import type { PlanLimits, Scope } from "@cutroom/domain";

/** Who is asking: every use case is handed one and looks no further than its tenant. */
export interface UserCaller {
  readonly kind: "user";
  readonly userId: string;
  readonly userName: string;
  readonly email: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly plan: PlanLimits;
  readonly scopes: readonly Scope[];
  /** The session or key, for rate limits. */
  readonly credentialId: string;
  /** Set for the session of an operator, never for a key. */
  readonly isOperator?: boolean;
}

/** Somebody who looks after the platform, across all tenants. */
export interface OperatorCaller {
  readonly kind: "operator";
  readonly userId: string;
  readonly email: string;
}

export interface FarmCaller {
  readonly kind: "farm";
}

/** Anyone with a link. */
export interface PublicCaller {
  readonly kind: "public";
}

export type Caller = UserCaller | OperatorCaller | FarmCaller | PublicCaller;

export const ALL_SCOPES: readonly Scope[] = SCOPES;
