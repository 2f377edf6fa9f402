/** A manifest store of C2PA 2.2 with one manifest, as bytes. Which file it is of, a hash says. */
import { createHash } from "node:crypto";
import { encode } from "cborg";
import { writeBox, writeSuperbox } from "./boxes.ts";
import { signClaim } from "./cose.ts";
import type { Signer } from "./cose.ts";
import type { Action, Description } from "./describe-film.ts";

export interface ManifestFacts {
  readonly description: Description;
  /** A UUID that no other manifest has. */
  readonly id: string;
  /** What writes the credential; shown to people. */
  readonly generator: { readonly name: string; readonly version: string };
}

/** The `uuid` box that holds the store in MP4 and MOV. */
export const C2PA_UUID = Buffer.from("D8FEC3D61B0E483C92975828877EC481", "hex");
const HASH_BYTES = 32;
export const ASSERTIONS = "c2pa.assertions";
export const CLAIM = "c2pa.claim.v2";
export const SIGNATURE = "c2pa.signature";
export const ACTIONS = "c2pa.actions.v2";
export const FILE_HASH = "c2pa.hash.bmff.v3";
const INGREDIENT = "c2pa.ingredient.v3";

interface Assertion {
  readonly label: string;
  readonly box: Uint8Array;
}

/** A reference from within the manifest, with the hash of all but the header of what it means. */
const referenceTo = ({ label, box }: Assertion) => ({
  url: `self#jumbf=${ASSERTIONS}/${label}`,
  hash: createHash("sha256").update(box.subarray(8)).digest(),
});

const assertion = (label: string, value: unknown): Assertion => ({
  label,
  box: writeSuperbox("cbor", label, writeBox("cbor", encode(value))),
});

/** All boxes count but the store itself, the brands, and what players of fragments keep at the end. */
const EXCLUSIONS = [
  { xpath: "/uuid", data: [{ offset: 8, value: C2PA_UUID }] },
  { xpath: "/ftyp" },
  { xpath: "/mfra" },
];

function writeAction({ ingredients, ...action }: Action, placed: readonly Assertion[]) {
  if (ingredients === undefined) return action;
  const used = ingredients.flatMap((index) => placed[index] ?? []);
  return { ...action, parameters: { ingredients: used.map(referenceTo) } };
}

/**
 * The store for a file whose boxes have this hash. Its length depends on the facts and the signer
 * alone, so it is known before the hash is.
 */
export function writeManifest(
  facts: ManifestFacts,
  signer: Signer,
  fileHash: Uint8Array,
): Uint8Array {
  const { description, id, generator } = facts;
  const label = `urn:c2pa:${id}`;
  const ingredients = description.ingredients.map((text, index) =>
    assertion(index === 0 ? INGREDIENT : `${INGREDIENT}__${index}`, {
      relationship: "componentOf",
      description: text,
    }),
  );
  const actions = description.actions.map((action) => writeAction(action, ingredients));
  const assertions = [
    ...ingredients,
    assertion(ACTIONS, { actions }),
    assertion(FILE_HASH, {
      exclusions: EXCLUSIONS,
      alg: "sha256",
      hash: fileHash,
      name: "boxes of the file",
    }),
  ];
  const claim = encode({
    instanceID: `xmp:iid:${id}`,
    claim_generator_info: generator,
    signature: `self#jumbf=/c2pa/${label}/${SIGNATURE}`,
    created_assertions: assertions.map(referenceTo),
    alg: "sha256",
  });
  const manifest = writeSuperbox(
    "c2ma",
    label,
    writeSuperbox("c2as", ASSERTIONS, ...assertions.map((one) => one.box)),
    writeSuperbox("c2cl", CLAIM, writeBox("cbor", claim)),
    writeSuperbox("c2cs", SIGNATURE, writeBox("cbor", signClaim(signer, claim))),
  );
  return writeSuperbox("c2pa", "c2pa", manifest);
}

/** How many bytes the store takes. */
export function manifestBytes(facts: ManifestFacts, signer: Signer): number {
  return writeManifest(facts, signer, new Uint8Array(HASH_BYTES)).length;
}
