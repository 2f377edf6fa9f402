/** Defects of leases, attempts and outputs (C8, I6). */
import { QUERIES, USECASES } from "./mutant.ts";
import type { Mutant } from "./mutant.ts";

export const LEASES: readonly Mutant[] = [
  {
    name: "a claim does not raise the attempt",
    patches: [],
    function: {
      name: "cutroom_claim",
      find: "attempt = attempt + 1",
      replace: "attempt = greatest(attempt, 1)",
    },
    seed: 0,
    killedBy: ["attempts-rise"],
  },
  {
    name: "no attempt check at the end",
    patches: [
      {
        file: `${USECASES}step/complete-step.ts`,
        find: `step.attempt !== done.attempt || step.state`,
        replace: `step.state`,
      },
    ],
    function: {
      name: "cutroom_succeed",
      find: " and s.attempt = told.attempt and lease.worker_id = told.worker and lease.lease_until > now()",
      replace: "",
    },
    seed: 10,
    killedBy: ["output-of-winner", "late-is-refused"],
  },
  {
    name: "a late completion is accepted",
    patches: [],
    function: {
      name: "cutroom_succeed",
      find: " and lease.lease_until > now()",
      replace: "",
    },
    seed: 10,
    killedBy: ["late-is-refused"],
  },
  {
    name: "a lease that ran out is renewed",
    patches: [
      {
        file: `${QUERIES}renew-lease.ts`,
        find: " and lease.lease_until > now()\n",
        replace: "\n",
      },
      // The scan comes late, as it may: else it takes most such leases before they are asked for.
      {
        file: `${QUERIES}find-expired-leases.ts`,
        find: `and (lease.lease_until <= now()`,
        replace: `and (lease.lease_until <= now() - interval '2 minutes'`,
      },
    ],
    seed: 1,
    killedBy: ["late-is-refused"],
  },
  {
    name: "a lease is extended from its own end",
    patches: [
      {
        file: `${QUERIES}renew-lease.ts`,
        find: "set lease_until = now() +",
        replace: "set lease_until = lease.lease_until +",
      },
    ],
    seed: 0,
    killedBy: ["database-time"],
  },
  {
    name: "the end leaves the lease behind",
    patches: [
      {
        file: `${QUERIES}end-attempt.ts`,
        find: "where step_id in (select id from moved union all select id from halted)",
        replace: "where false",
      },
    ],
    function: {
      name: "cutroom_succeed",
      find: "where lease.step_id = done.step",
      replace: "where false",
    },
    seed: 0,
    killedBy: ["lease-of-runner"],
  },
  {
    name: "a step is taken before its lease is over",
    patches: [
      {
        file: `${QUERIES}find-expired-leases.ts`,
        find: `lease.lease_until <= now() as silent`,
        replace: `true as silent`,
      },
      {
        file: `${QUERIES}find-expired-leases.ts`,
        find: `and (lease.lease_until <= now()`,
        replace: `and (lease.lease_until <= now() + interval '40 seconds'`,
      },
      {
        file: `${QUERIES}lock-attempt.ts`,
        find: " and lease.lease_until <= now()`;",
        replace: "`;",
      },
    ],
    seed: 1,
    killedBy: ["leases-have-an-order"],
  },
  {
    name: "outputs are believed, not looked at",
    patches: [
      {
        file: `${USECASES}step/complete-step.ts`,
        find: `if (head?.sizeBytes !== claimed.size_bytes || claimed.size_bytes === 0) {`,
        replace: `if (head === undefined) {`,
      },
    ],
    seed: 4,
    killedBy: ["output-is-stored", "books-agree"],
  },
];
