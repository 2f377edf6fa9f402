import { keepModelBreaker, readModels } from "@cutroom/db";
import type { ModelRow } from "@cutroom/db";
import { moveModelBreaker } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";

async function watch(deps: Deps, seen: ModelRow): Promise<ModelRow> {
  const move = moveModelBreaker(seen.health);
  if (move === null || !(await keepModelBreaker(deps.database, seen, move))) return seen;
  const { model, health } = seen;
  const { ends, faults } = health;
  const level = move.state === "OPEN" ? "error" : "info";
  deps.log({ level, message: `breaker ${move.state}`, model, ends, faults });
  const fresh = { forMs: 0, ends: 0, faults: 0, lastIsFault: false };
  return { ...seen, isProbed: false, health: { ...fresh, ...move } };
}

/**
 * Looks at what became of the newest requests to every model and moves the breakers by that (G4);
 * how all of them stand then. Before every pass that sends something, and every ten seconds.
 */
export async function watchModels(deps: Deps): Promise<readonly ModelRow[]> {
  const rows = await readModels(deps.database);
  return Promise.all(rows.map((row) => watch(deps, row)));
}
