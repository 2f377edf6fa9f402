/** Who signs what this farm makes: a key that was given, one of its own for development, or nobody. */
import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeDevelopmentSigner, readSigner } from "@cutroom/provenance";
import type { Signer } from "@cutroom/provenance";

export interface SignerSettings {
  /** PEM; both or neither. */
  readonly certificate: string | undefined;
  readonly key: string | undefined;
  /** Where a development certificate is kept that is made at the first start; absent: none is. */
  readonly developmentDirectory: string | undefined;
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;

/** A variable holds one line: its `\\n` are the ends of lines that PEM has. */
const linesOf = (text: string) => text.replaceAll(String.raw`\n`, "\n");

async function readOrMake(directory: string, nowMs: number) {
  const path = join(directory, "development-signer.json");
  try {
    const { key, chain } = JSON.parse(await readFile(path, "utf8"));
    return { key: String(key), chain: String(chain) };
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
  const made = makeDevelopmentSigner(nowMs);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(made), { mode: 0o600 });
  try {
    // Of two farms that start at once the second reads what the first made, whole.
    await link(draft, path);
    return made;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return readOrMake(directory, nowMs);
    // A disk without links: the last of several farms stays, and what each signed is whole.
    await rename(draft, path);
    return made;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Null: nothing is signed.
 *
 * @throws {Error} a sentence, when what was given is no pair or cannot be read.
 */
export async function openSigner(settings: SignerSettings, nowMs: number): Promise<Signer | null> {
  const { certificate, key, developmentDirectory } = settings;
  if ((certificate === undefined) !== (key === undefined)) {
    throw new Error("C2PA_CERTIFICATE and C2PA_KEY belong together; only one of them is set.");
  }
  if (certificate !== undefined && key !== undefined) {
    return readSigner({ key: linesOf(key), chain: linesOf(certificate) });
  }
  if (developmentDirectory === undefined) return null;
  return readSigner(await readOrMake(developmentDirectory, nowMs));
}
