import { asSystem, readHeldPeople, readRiskHistory, readRiskPerson } from "@cutroom/db";
import type { HeldPlace } from "@cutroom/db";
import type { RiskRecord } from "@cutroom/contracts";
import { ok } from "@cutroom/timeline";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { presentHeld } from "./present-risk.ts";

const HISTORY_SHOWN = 100;
/** Between the parts of a place; neither times nor ids have one. */
const BETWEEN = "~";

function readPlace(after: string): HeldPlace | null {
  const [since, userId, ...more] = after.split(BETWEEN);
  if (since === undefined || userId === undefined || more.length > 0) return null;
  return Number.isNaN(Date.parse(since)) ? null : { since, userId };
}

/** Who is on the grey list or frozen, the latest first; with `appeals` who waits for an answer. */
export async function listHeldUsers(
  deps: Deps,
  page: { readonly appeals: boolean; readonly after?: string | undefined; readonly limit: number },
) {
  const { appeals, limit } = page;
  const after = page.after === undefined ? null : readPlace(page.after);
  if (page.after !== undefined && after === null) return refuse("request.invalid");
  const found = await asSystem(deps.database, (tx) =>
    readHeldPeople(tx, { appeals, after, limit: limit + 1 }),
  );
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return ok({
    users: shown.map(presentHeld),
    next: last === undefined ? null : [last.since, last.userId].join(BETWEEN),
  });
}

/** One person, and everything that was decided about them. */
export async function getRiskUser(
  deps: Deps,
  of: { readonly tenantId: string; readonly userId: string },
) {
  return asSystem(deps.database, async (tx) => {
    const person = await readRiskPerson(tx, of);
    if (person === null) return refuse("request.not-found");
    const history = await readRiskHistory(tx, { ...of, limit: HISTORY_SHOWN });
    return ok({
      user: presentHeld(person),
      history: history.map((line): RiskRecord => {
        const { id, at, action, actor, reasons, score, signals, note } = line;
        return {
          id,
          at: at.toISOString(),
          action,
          actor,
          reasons: [...reasons],
          score,
          signals: { ...signals },
          note,
        };
      }),
    });
  });
}
