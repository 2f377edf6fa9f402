/**
 * What a manifest store says, as text and codes of a bounded length. It is a stranger's word: who
 * signed it is not asked, and every shape of nonsense reads as nothing.
 */
import { createHash } from "node:crypto";
import type { AiDisclosure } from "@cutroom/domain";
import { Tagged, decode } from "cborg";
import { readSuperbox } from "./boxes.ts";
import type { Superbox } from "./boxes.ts";
import { isSigned } from "./cose.ts";
import { disclosureOf } from "./describe-film.ts";
import { ASSERTIONS, FILE_HASH, SIGNATURE } from "./manifest.ts";

/** What a file says of its origin. */
export interface SaidOrigin {
  readonly disclosure: AiDisclosure;
  /** The program or model that it names; null when it names none. */
  readonly tool: string | null;
}

const TOOL_MAX_CHARS = 80;
/** Of dates, numbers, signatures and links: read past, never followed. */
const KNOWN_TAGS = Tagged.preserve(0, 1, 2, 3, 4, 5, 18, 24, 32, 37, 98);

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function fieldsOf(box: Superbox | undefined): Fields {
  if (box?.data == null) return {};
  try {
    const value: unknown = decode(box.data, { tags: KNOWN_TAGS });
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

/** One line without control or direction characters; null when nothing is left. */
function textOf(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const plain = value
    .slice(0, 1_000)
    .replaceAll(/[\p{C}\p{Z}]+/gu, " ")
    .trim();
  return plain === "" ? null : plain.slice(0, TOOL_MAX_CHARS).trim();
}

const nameOf = (value: unknown) => textOf(isFields(value) ? value["name"] : value);

const childrenOf = (box: Superbox | undefined, kind: string) =>
  box?.children.filter((child) => child.kind === kind) ?? [];

function originOf(manifest: Superbox): SaidOrigin {
  const [claimBox] = childrenOf(manifest, "c2cl");
  const claim = fieldsOf(claimBox);
  const info = claim["claim_generator_info"];
  const generator =
    nameOf(Array.isArray(info) ? info[0] : info) ?? textOf(claim["claim_generator"]);
  const assertions = childrenOf(manifest, "c2as")[0]?.children ?? [];
  const actions = assertions
    .filter(({ label }) => /^c2pa\.actions(?:\.v\d+)?(?:__\d+)?$/.test(label))
    .flatMap((box) => listOf(fieldsOf(box)["actions"]).filter(isFields));
  const said = actions.map((action) => {
    const type = action["digitalSourceType"];
    return { action, disclosure: disclosureOf(typeof type === "string" ? [type] : []) };
  });
  for (const disclosure of ["ai", "procedural"] as const) {
    const made = said.filter((one) => one.disclosure === disclosure);
    if (made.length === 0) continue;
    const agents = made.flatMap(({ action }) => nameOf(action["softwareAgent"]) ?? []);
    return { disclosure, tool: agents[0] ?? generator };
  }
  return { disclosure: "undeclared", tool: generator };
}

const manifestsOf = (store: Uint8Array) => childrenOf(readSuperbox(store) ?? undefined, "c2ma");

/**
 * What a store says of the file's origin: the newest of its manifests, unless an older one, of
 * something that the file is made of, says that it was generated. Null when it is no store.
 */
export function readOrigin(store: Uint8Array): SaidOrigin | null {
  const origins = manifestsOf(store).map(originOf).toReversed();
  const said = (disclosure: AiDisclosure) => origins.find((one) => one.disclosure === disclosure);
  return said("ai") ?? said("procedural") ?? origins[0] ?? null;
}

/** What the newest manifest binds: the hash of its file, once claim and signature are in order. */
export function readBinding(store: Uint8Array): Uint8Array | null {
  const manifest = manifestsOf(store).at(-1);
  const [claimBox] = childrenOf(manifest, "c2cl");
  const signature = childrenOf(manifest, "c2cs").find((box) => box.label === SIGNATURE)?.data;
  if (claimBox?.data == null || signature == null) return null;
  if (!isSigned(signature, claimBox.data)) return null;
  const assertions = childrenOf(manifest, "c2as")[0]?.children ?? [];
  const hashes = new Map(
    listOf(fieldsOf(claimBox)["created_assertions"])
      .filter(isFields)
      .map(({ url, hash }) => [url, hash] as const),
  );
  const areAllMeant = assertions.every((box) => {
    const hash = hashes.get(`self#jumbf=${ASSERTIONS}/${box.label}`);
    const own = createHash("sha256").update(box.content).digest();
    return hash instanceof Uint8Array && own.equals(hash);
  });
  const bound = fieldsOf(assertions.find((box) => box.label === FILE_HASH))["hash"];
  return areAllMeant && bound instanceof Uint8Array ? bound : null;
}
