/**
 * Tables in memory, every change of which is a line in an append-only file. What a waited-for
 * `saved()` covers survives a kill and a power cut; a torn last line is dropped on load.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";

interface Line {
  readonly table: string;
  readonly key: string;
  /** Absent: the entry is gone. */
  readonly value?: unknown;
}

function parseLines(text: string): Line[] {
  return text.split("\n").flatMap((line) => {
    try {
      return line === "" ? [] : [JSON.parse(line) as Line];
    } catch {
      return [];
    }
  });
}

export class Journal {
  readonly #file: FileHandle;
  readonly #tables: Map<string, Map<string, unknown>>;
  #unwritten: string[] = [];
  #writing: Promise<void> | null = null;

  private constructor(file: FileHandle, tables: Map<string, Map<string, unknown>>) {
    this.#file = file;
    this.#tables = tables;
  }

  /** Reads the file and rewrites it to hold just what is alive. */
  static async open(path: string): Promise<Journal> {
    const tables = new Map<string, Map<string, unknown>>();
    let text = "";
    try {
      text = readFileSync(path, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
    for (const { table, key, value } of parseLines(text)) {
      const entries = tables.get(table) ?? new Map<string, unknown>();
      tables.set(table, entries);
      if (value === undefined) entries.delete(key);
      else entries.set(key, value);
    }
    const alive = Array.from(tables, ([table, entries]) =>
      Array.from(entries, ([key, value]) => `${JSON.stringify({ table, key, value })}\n`).join(""),
    );
    writeFileSync(`${path}.new`, alive.join(""), { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
    return new Journal(await open(path, "a"), tables);
  }

  table<T>(name: string): Table<T> {
    const entries = (this.#tables.get(name) ?? new Map<string, unknown>()) as Map<string, T>;
    this.#tables.set(name, entries);
    return new Table(entries, (key, value) => {
      this.#unwritten.push(`${JSON.stringify({ table: name, key, value })}\n`);
      this.#writing ??= this.#startWriting();
    });
  }

  /** One sync for all changes that piled up during the last one. */
  async #write(): Promise<void> {
    await Promise.resolve();
    while (this.#unwritten.length > 0) {
      const lines = this.#unwritten;
      this.#unwritten = [];
      try {
        await this.#file.appendFile(lines.join(""));
        await this.#file.datasync();
      } catch (error) {
        // The line break ends whatever half of a line a full disk may have left.
        this.#unwritten = ["\n", ...lines, ...this.#unwritten];
        throw error;
      }
    }
  }

  #startWriting(): Promise<void> {
    const writing = this.#write().finally(() => {
      this.#writing = null;
    });
    // Whoever needs to know awaits `saved`; the lines are kept and tried again.
    writing.catch(() => undefined);
    return writing;
  }

  /**
   * Resolves when every change made so far is on disk.
   * @throws what the file system says, a full disk among others.
   */
  async saved(): Promise<void> {
    if (this.#unwritten.length > 0) this.#writing ??= this.#startWriting();
    await this.#writing;
  }

  async close(): Promise<void> {
    await this.saved();
    await this.#file.close();
  }
}

export class Table<T> {
  readonly #entries: Map<string, T>;
  readonly #changed: (key: string, value: T | undefined) => void;

  constructor(entries: Map<string, T>, changed: (key: string, value: T | undefined) => void) {
    this.#entries = entries;
    this.#changed = changed;
  }

  get(key: string): T | undefined {
    return this.#entries.get(key);
  }

  values(): T[] {
    return Array.from(this.#entries.values());
  }

  /** Oldest first. An entry may be deleted while this is walked. */
  entries(): IterableIterator<[string, T]> {
    return this.#entries.entries();
  }

  set(key: string, value: T): void {
    this.#entries.set(key, value);
    this.#changed(key, value);
  }

  delete(key: string): boolean {
    const isThere = this.#entries.delete(key);
    if (isThere) this.#changed(key, undefined);
    return isThere;
  }
}
