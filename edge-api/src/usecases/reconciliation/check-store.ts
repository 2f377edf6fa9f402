/** The checks that ask the object store: bounded, and going on where the last run stopped. */
import {
  asSystem,
  findNamedKeys,
  findOpenSubjects,
  findStoredExports,
  readCursor,
  writeCursor,
} from "@cutroom/db";
import type { CheckResult } from "@cutroom/db";
import { judgeExportObject, judgeStoredObject } from "@cutroom/domain";
import type { BreakKind } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";

/** Questions to the store in one run, and how many are under way at once. */
const EXPORTS = 5_000;
const AT_ONCE = 16;
const PAGES = 10;
const PAGE = 1_000;

async function inBatches<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE) {
    results.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(work))));
  }
  return results;
}

const cursorOf = (deps: Deps, kind: BreakKind) =>
  asSystem(deps.database, (tx) => readCursor(tx, kind));
const keepCursor = (deps: Deps, kind: BreakKind, after: string) =>
  asSystem(deps.database, (tx) => writeCursor(tx, kind, after));

/** Is the file of every finished export where the database says (I6, I9)? */
export async function checkExports(deps: Deps): Promise<CheckResult> {
  const kind = "export-without-object";
  const after = await cursorOf(deps, kind);
  const { rows, open } = await asSystem(deps.database, async (tx) => {
    const also = await findOpenSubjects(tx, kind);
    return { rows: await findStoredExports(tx, { after, limit: EXPORTS, also }), open: also };
  });
  const found = await inBatches(rows, async (row) => {
    const head = await deps.store.head(row.videoKey);
    return judgeExportObject({ ...row, storedBytes: head?.sizeBytes ?? null });
  });
  const fresh = rows.filter((row) => row.taskId > after && !open.includes(row.taskId));
  const isEnd = rows.filter((row) => row.taskId > after).length < EXPORTS;
  await keepCursor(deps, kind, isEnd ? "" : (fresh.at(-1)?.taskId ?? ""));
  return { found: found.flatMap((one) => one ?? []), whole: isEnd && after === "", looked: open };
}

/** Does anything of ours name every object that we pay for? */
export async function checkObjects(deps: Deps): Promise<CheckResult> {
  const kind = "object-without-row";
  const start = await cursorOf(deps, kind);
  const nowMs = deps.clock.nowMs();
  const found: CheckResult["found"][number][] = [];
  let after = start;
  let isEnd = false;
  for (let page = 0; page < PAGES && !isEnd; page += 1) {
    const objects = await deps.store.listObjects({ after, limit: PAGE });
    const named = await asSystem(deps.database, (tx) =>
      findNamedKeys(
        tx,
        objects.map((object) => object.key),
      ),
    );
    for (const { key, sizeBytes, storedAtMs } of objects) {
      const isNamed = named.has(key);
      const stray = judgeStoredObject({ key, sizeBytes, ageMs: nowMs - storedAtMs, isNamed });
      if (stray !== null) found.push(stray);
    }
    after = objects.at(-1)?.key ?? after;
    isEnd = objects.length < PAGE;
  }
  await keepCursor(deps, kind, isEnd ? "" : after);
  const open = await asSystem(deps.database, (tx) => findOpenSubjects(tx, kind));
  const passed = open.filter((key) => key > start && (isEnd || key <= after));
  return { found, whole: isEnd && start === "", looked: passed };
}
