/**
 * The gates of a submit that only the database can decide (C4, C5), as one pure rule in their
 * order: quota, credits, risk. `cutroom_admit` does the same under the tenant's lock.
 */
import { isOver } from "../quota/layers.ts";
import type { QuotaLayer, QuotaLayerName } from "../quota/layers.ts";
import { assessRisk } from "./risk.ts";
import type { RiskBounds, RiskSignals } from "./risk.ts";

export interface AdmitFacts {
  /** In the order in which they refuse, each with what is used of it before. */
  readonly layers: readonly (QuotaLayer & { readonly used: number })[];
  readonly credits: number;
  readonly available: number;
  readonly bounds: RiskBounds | null;
  readonly signals: RiskSignals;
}

export type Admission =
  | { readonly is: "admitted"; readonly demoted: boolean }
  | { readonly is: "full"; readonly layer: QuotaLayerName; readonly used: number }
  | { readonly is: "poor"; readonly available: number }
  | { readonly is: "review" };

/** Whether work may come in, and whether it waits behind everybody else. */
export function admit(facts: AdmitFacts): Admission {
  const { layers, credits, available } = facts;
  const full = layers.filter((layer) => isOver(layer, layer.used));
  const refusing = full.find((layer) => !layer.demotes);
  if (refusing !== undefined) return { is: "full", layer: refusing.name, used: refusing.used };
  if (available < credits) return { is: "poor", available };
  const { verdict } = assessRisk(facts.bounds, facts.signals);
  if (verdict === "review") return { is: "review" };
  return { is: "admitted", demoted: full.length > 0 || verdict === "demote" };
}
