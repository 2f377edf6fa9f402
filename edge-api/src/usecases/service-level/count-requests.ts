/**
 * Requests as their callers met them (O1): counted in this process, a minute of a kind at a time,
 * and added to everybody's counts every ten seconds, after an answer. What cannot be written, as
 * when the database is away, is kept and written later under its own minute: an outage counts.
 */
import type { EndpointName } from "@cutroom/contracts";
import { addRequestMinutes } from "@cutroom/db";
import type { RequestMinute } from "@cutroom/db";
import { NO_REQUESTS, countRequest } from "@cutroom/domain";
import type { RequestKind } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";

const MINUTE_MS = 60_000;
const WRITE_EVERY_MS = 10_000;
/** So many minutes without a database are remembered; then the oldest are forgotten. */
const MOST_KEPT = 2_880;

const KINDS: Partial<Record<EndpointName, RequestKind>> = {
  createExport: "create",
  createGeneration: "create",
  retryTask: "create",
  getTask: "status",
  listTasks: "status",
};

interface Tally {
  readonly minutes: Map<string, RequestMinute>;
  writtenAtMs: number;
}

/** One for each database: an invocation at the edge has deps of its own, its process lives on. */
const tallies = new Map<string, Tally>();

function tallyOf({ env, clock }: Deps): Tally {
  const known = tallies.get(env.DATABASE_URL);
  if (known !== undefined) return known;
  const tally = { minutes: new Map<string, RequestMinute>(), writtenAtMs: clock.nowMs() };
  tallies.set(env.DATABASE_URL, tally);
  return tally;
}

/** What an endpoint is to its callers; null when nothing is promised of it. */
export const requestKindOf = (name: EndpointName): RequestKind | null => KINDS[name] ?? null;

function add(tally: Tally, minute: RequestMinute): void {
  const { minuteMs, kind } = minute;
  tally.minutes.set(`${minuteMs}/${kind}`, minute);
  const [oldest] = tally.minutes.keys();
  if (tally.minutes.size > MOST_KEPT && oldest !== undefined) tally.minutes.delete(oldest);
}

/** Writes what was counted since the last time. */
export async function writeRequests(deps: Deps): Promise<void> {
  const tally = tallyOf(deps);
  const minutes = [...tally.minutes.values()];
  tally.minutes.clear();
  tally.writtenAtMs = deps.clock.nowMs();
  if (minutes.length === 0) return;
  try {
    await addRequestMinutes(deps.database, minutes);
  } catch (error) {
    for (const minute of minutes) {
      const since = tally.minutes.get(`${minute.minuteMs}/${minute.kind}`) ?? NO_REQUESTS;
      add(tally, {
        ...minute,
        requests: minute.requests + since.requests,
        failed: minute.failed + since.failed,
        timed: minute.timed + since.timed,
        slow: minute.slow + since.slow,
      });
    }
    deps.log({ level: "warn", message: "requests not counted yet", error: String(error) });
  }
}

/** Counts an answered request; `tookMs` is null when it was asked to wait for something. */
export function noteRequest(
  deps: Deps,
  seen: { readonly kind: RequestKind; readonly status: number; readonly tookMs: number | null },
): void {
  const tally = tallyOf(deps);
  const nowMs = deps.clock.nowMs();
  const minuteMs = nowMs - (nowMs % MINUTE_MS);
  const { kind } = seen;
  const before = tally.minutes.get(`${minuteMs}/${kind}`) ?? NO_REQUESTS;
  add(tally, { minuteMs, kind, ...countRequest(before, seen) });
  if (nowMs - tally.writtenAtMs >= WRITE_EVERY_MS) deps.defer(writeRequests(deps));
}
