import { SCOPES } from "@cutroom/domain";
import type { PlanLimits, Scope, Standing } from "@cutroom/domain";

/** What the risk layer knows of whoever asks before it counts anything (C4). */
export interface CallerRisk {
  readonly standing: Standing;
  readonly accountMadeAtMs: number;
  /** The browser's own id; null for keys and for a browser that has none yet. */
  readonly device: string | null;
  /** As the proxy gave it; it is counted by a keyed digest of its network and never kept. */
  readonly address: string | null;
}

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
  /** Absent for what the platform does by itself. */
  readonly risk?: CallerRisk;
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
