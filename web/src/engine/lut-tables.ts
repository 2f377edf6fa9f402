/** Tables of colours for the live picture: worked out, or fetched once and kept. */
import { lutTable, parseCube } from "@cutroom/compiler";
import type { ColourTable, PlanLut } from "@cutroom/compiler";

const KEPT = 8;

/** Fetches and reads a table; rejects when that is not possible. */
async function fetchTable(url: string): Promise<ColourTable> {
  const answer = await fetch(url, { mode: "cors", credentials: "omit" });
  if (!answer.ok) throw new Error(`table answered ${answer.status}`);
  const parsed = parseCube(await answer.text());
  if (!parsed.ok) throw new Error(`no table: ${parsed.failure.code}`);
  return parsed.value;
}

export class LutTables {
  readonly #made = new Map<string, ColourTable>();
  readonly #files = new Map<string, Promise<ColourTable>>();
  readonly #fetched = new Map<string, ColourTable>();

  /** Null while its file is not here. */
  get(lut: PlanLut): ColourTable | null {
    const known = this.#made.get(lut.id);
    if (known !== undefined) return known;
    const { source } = lut;
    const file = source.kind === "file" ? (this.#fetched.get(source.assetId) ?? null) : null;
    if (source.kind === "file" && file === null) return null;
    const table = lutTable(lut, file);
    if (this.#made.size >= KEPT) this.#made.delete(this.#made.keys().next().value ?? "");
    this.#made.set(lut.id, table);
    return table;
  }

  /** Rejects when the file cannot be fetched or read; the next call tries again. */
  async load(assetId: string, url: string): Promise<void> {
    if (this.#fetched.has(assetId)) return;
    const pending = this.#files.get(assetId) ?? fetchTable(url);
    this.#files.set(assetId, pending);
    try {
      this.#fetched.set(assetId, await pending);
    } finally {
      this.#files.delete(assetId);
    }
  }
}
