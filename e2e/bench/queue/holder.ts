/** Claims one step, says so, and then does nothing until somebody kills it. */
import { claimSteps } from "@cutroom/db";
import { LEASE_MS } from "@cutroom/domain";
import { openDirect } from "./ours.ts";

const { database } = openDirect(process.argv[2] ?? "", 1);
const claim = { pool: "render", workerId: "doomed", limit: 1, leaseMs: LEASE_MS } as const;
const claimed = await claimSteps(database, claim);
process.stdout.write(`claimed ${claimed.length}\n`);
setInterval(() => undefined, 60_000);
