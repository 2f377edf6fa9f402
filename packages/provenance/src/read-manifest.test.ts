import { readFile } from "node:fs/promises";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encode } from "cborg";
import { writeBox, writeSuperbox } from "./boxes.ts";
import { findStore } from "./find-store.ts";
import { readSaidOrigin } from "./read-credential.ts";
import { readOrigin } from "./read-manifest.ts";

const fixture = (name: string) => new URL(`fixtures/${name}`, import.meta.url).pathname;
const AI = "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia";

const cbor = (label: string, value: unknown) =>
  writeSuperbox("cbor", label, writeBox("cbor", encode(value)));

/** A manifest as other programs write them, of the first version of claims. */
const manifest = (claim: object, actions: readonly object[] | null) =>
  writeSuperbox(
    "c2ma",
    "urn:uuid:1",
    writeSuperbox(
      "c2as",
      "c2pa.assertions",
      ...(actions === null ? [] : [cbor("c2pa.actions", { actions })]),
    ),
    writeSuperbox("c2cl", "c2pa.claim", writeBox("cbor", encode(claim))),
  );
const storeOf = (...manifests: readonly Uint8Array[]) =>
  writeSuperbox("c2pa", "c2pa", ...manifests);

describe("what a stranger's file says of its origin (G8)", () => {
  it.each(["generated.png", "generated.jpg"])(
    "is read from %s, signed by the reference implementation",
    async (name) => {
      expect(await readSaidOrigin(fixture(name))).toEqual({
        disclosure: "ai",
        tool: "Example Image Model 3",
      });
    },
  );

  it("an older manifest that says AI is not hidden by the edit that came after", () => {
    const made = manifest({ claim_generator: "Painter/1" }, [
      { action: "c2pa.created", digitalSourceType: AI },
    ]);
    const edited = manifest({ claim_generator: "Photo Editor" }, [{ action: "c2pa.opened" }]);
    expect(readOrigin(storeOf(made, edited))).toEqual({ disclosure: "ai", tool: "Painter/1" });
  });

  it("a camera's says no more than its name", () => {
    const taken = manifest({ claim_generator_info: [{ name: "Camera" }] }, null);
    expect(readOrigin(storeOf(taken))).toEqual({ disclosure: "undeclared", tool: "Camera" });
  });

  it("a name is one short line, without what turns text round", () => {
    const name = `A\u202Eb\n\u0000${"c".repeat(500)}`;
    const said = readOrigin(storeOf(manifest({ claim_generator: name }, null)));
    expect(said?.tool).toMatch(/^A b c{76}$/);
  });

  it("nonsense says nothing and never throws", async () => {
    const store = await findStore(fixture("generated.png"));
    const bytes = store ?? new Uint8Array();
    expect(bytes.length).toBeGreaterThan(500);
    fc.assert(
      fc.property(
        fc.nat(bytes.length - 1),
        fc.nat(255),
        fc.nat(bytes.length),
        (at, byte, length) => {
          const broken = bytes.slice(0, length);
          broken[at] = byte;
          const said = readOrigin(broken);
          return said === null || (said.tool ?? "").length <= 80;
        },
      ),
    );
    const deep = Array.from({ length: 50 }).reduce<Uint8Array>(
      (inner) => writeSuperbox("c2pa", "c2pa", inner),
      new Uint8Array(),
    );
    expect(readOrigin(deep)).toBeNull();
    const nested = writeBox("cbor", Buffer.alloc(200_000, 0x81));
    const claim = writeSuperbox("c2cl", "c2pa.claim", nested);
    expect(readOrigin(storeOf(writeSuperbox("c2ma", "m", claim)))).toEqual({
      disclosure: "undeclared",
      tool: null,
    });
  });

  it("a picture without a credential says nothing", async () => {
    const bytes = await readFile(fixture("generated.jpg"));
    expect(bytes.includes("jumb")).toBe(true);
    expect(await readSaidOrigin(new URL("read-manifest.ts", import.meta.url).pathname)).toBeNull();
  });
});
