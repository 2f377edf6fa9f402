/** The calls of the API that a farm worker may make. */
import type { Client } from "@cutroom/contracts";

export type FarmApi = Pick<
  Client,
  | "registerWorker"
  | "removeWorker"
  | "claimNextStep"
  | "claimStep"
  | "renewLease"
  | "reportProgress"
  | "yieldStep"
  | "completeStep"
  | "failStep"
>;
export type PoolName = Parameters<FarmApi["claimNextStep"]>[0]["body"]["pools"][number];
