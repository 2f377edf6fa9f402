import { takeProbe, takeTokens } from "@cutroom/db";
import { clipModel, paceOf, waitForToken } from "@cutroom/domain";
import type { ModelName } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";

/** One request tries a vendor that may be well again; the others ask again after this. */
const PROBED_MS = 5_000;

/**
 * How long a request must wait before it may leave, milliseconds; 0: now, and it has its place then
 * (G4). Whoever asks at the same time, here or in another process, gets another place.
 */
export async function waitForTurn(
  deps: Pick<Deps, "database">,
  model: ModelName,
  isProbe: boolean,
): Promise<number> {
  if (isProbe && !(await takeProbe(deps.database, model))) return PROBED_MS;
  const { perMinute } = clipModel(model);
  if (perMinute === 0) return 0;
  const pace = paceOf(perMinute);
  const { granted, left } = await takeTokens(deps.database, { model, wanted: 1, ...pace });
  return granted > 0 ? 0 : waitForToken(pace, left, 1);
}
