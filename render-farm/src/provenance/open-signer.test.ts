import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeDevelopmentSigner } from "@cutroom/provenance";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSigner } from "./open-signer.ts";

const NOW_MS = Date.UTC(2026, 0, 31);
const nothing = { certificate: undefined, key: undefined, developmentDirectory: undefined };

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "signer-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe("who signs (G8)", () => {
  it("nobody, when nothing is set up", async () => {
    expect(await openSigner(nothing, NOW_MS)).toBeNull();
  });

  it("one development certificate, made once and kept for its owner alone", async () => {
    const developmentDirectory = join(root, "new", "credentials");
    const settings = { ...nothing, developmentDirectory };
    const opened = await Promise.all([1, 2, 3].map(() => openSigner(settings, NOW_MS)));
    opened.push(await openSigner(settings, NOW_MS + 1));
    const chains = new Set(opened.map((signer) => String(signer?.chain[0])));
    expect(chains.size).toBe(1);
    expect(opened[0]?.isDevelopment).toBe(true);
    const [file, ...others] = await readdir(developmentDirectory);
    expect(others).toEqual([]);
    const { mode } = await stat(join(developmentDirectory, file ?? ""));
    expect(mode & 0o077).toBe(0);
  });

  it("a given pair before one for development, in one line as variables hold it", async () => {
    const { key, chain } = makeDevelopmentSigner(NOW_MS);
    const oneLine = (text: string) => text.replaceAll("\n", String.raw`\n`);
    const signer = await openSigner(
      { certificate: oneLine(chain), key: oneLine(key), developmentDirectory: join(root, "not") },
      NOW_MS,
    );
    expect(signer?.chain).toHaveLength(2);
    expect(await readdir(root)).not.toContain("not");
  });

  it("half a pair is refused by both names", async () => {
    const half = openSigner({ ...nothing, key: "x" }, NOW_MS);
    await expect(half).rejects.toThrow("C2PA_CERTIFICATE and C2PA_KEY belong together");
  });
});
