/**
 * Which formats the farm makes, as its workers say with every beat. Kept in the key-value store
 * alone: without it every format counts as made, and a farm that cannot says so itself.
 */
import { EXPORT_FORMATS, HEARTBEAT_MS } from "@cutroom/domain";
import type { ExportFormat } from "@cutroom/domain";
import type { Deps } from "../../deps.ts";

const PREFIX = "farm-formats:";
/** Longer than the pause between two beats, so that one lost beat changes nothing. */
const TTL_MS = 3 * HEARTBEAT_MS;

export async function noteFormats(
  deps: Deps,
  workerId: string,
  formats: readonly ExportFormat[],
): Promise<void> {
  try {
    await deps.keyValue.set(`${PREFIX}${workerId}`, formats.join(), { ttlMs: TTL_MS });
  } catch (error) {
    deps.log({ level: "warn", message: "formats not noted", error: String(error) });
  }
}

export async function forgetFormats(deps: Deps, workerId: string): Promise<void> {
  await deps.keyValue.delete(`${PREFIX}${workerId}`).catch(() => undefined);
}

/** What every worker that speaks of formats can make: any of them may be given the export. */
export async function readFormats(deps: Deps): Promise<ReadonlySet<ExportFormat>> {
  try {
    const keys = await deps.keyValue.keys(PREFIX);
    const said = await Promise.all(keys.map((key) => deps.keyValue.get(key)));
    const lists = said.filter((one) => one !== null).map((one) => one.split(","));
    return new Set(EXPORT_FORMATS.filter((one) => lists.every((list) => list.includes(one))));
  } catch (error) {
    deps.log({ level: "warn", message: "formats not known", error: String(error) });
    return new Set(EXPORT_FORMATS);
  }
}

/** The format of all exports so far is not asked for: no farm starts without it. */
export async function canMake(deps: Deps, format: ExportFormat): Promise<boolean> {
  return format === "mp4-h264" || (await readFormats(deps)).has(format);
}
