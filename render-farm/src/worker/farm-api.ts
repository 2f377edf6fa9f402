/** The four calls of the API that a farm worker may make. */
import type { Client } from "@cutroom/contracts";

export type FarmApi = Pick<Client, "claimStep" | "renewLease" | "completeStep" | "failStep">;
