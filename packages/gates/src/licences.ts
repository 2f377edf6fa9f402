/** Licences of everything that ships: permissive ones, and the few exceptions with their reason. */
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";

const PERMISSIVE = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "Apache-2.0",
  "CC0-1.0",
  "Unlicense",
  "BlueOak-1.0.0",
  "OFL-1.1",
  "Python-2.0",
  "CC-BY-4.0",
  "Zlib",
  "PostgreSQL",
]);

const EXCEPTIONS: Readonly<Record<string, string>> = {
  "@ffmpeg/core": "GPL-2.0-or-later: loaded as a separate file, never bundled; see LICENSE",
  mediabunny: "MPL-2.0: file-level copyleft, used unmodified",
  "@resvg/resvg-wasm": "MPL-2.0: file-level copyleft, used unmodified",
  lightningcss: "MPL-2.0: build tool of Next",
  "@img/sharp-libvips-linux-x64":
    "LGPL-3.0-or-later: shared library of Next's image tool, not used by us",
};

export interface Shipped {
  readonly name: string;
  readonly licence: string;
}

function licenceOf(manifest: { license?: unknown; licenses?: unknown }): string {
  if (typeof manifest.license === "string") return manifest.license;
  const many = Array.isArray(manifest.licenses) ? manifest.licenses : [manifest.license];
  return many
    .map((entry) =>
      typeof entry === "object" && entry !== null && "type" in entry ? String(entry.type) : "",
    )
    .join(" AND ");
}

/** Is every alternative of an OR, or every part of an AND, one of the permissive ones? */
export function isPermissive(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, "").trim();
  if (/ OR /i.test(plain)) return plain.split(/ OR /i).some((part) => isPermissive(part));
  return plain !== "" && plain.split(/ AND /i).every((part) => PERMISSIVE.has(part.trim()));
}

/** The production dependencies of the workspace's packages in `folders`, followed to the end. */
export function shippedPackages(folders: readonly string[]): Shipped[] {
  const found = new Map<string, Shipped>();
  const visit = (folder: string) => {
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    for (const name of Object.keys({
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
    })) {
      // pnpm puts a package's dependencies beside it; a workspace package has its own folder of them.
      const candidates = [
        join(folder, "node_modules", name),
        join(folder, "..", name),
        join(folder, "../..", name),
      ];
      const path = candidates.find((candidate) => existsSync(join(candidate, "package.json")));
      if (path === undefined || name.startsWith("@cutroom/")) continue;
      const real = realpathSync(path);
      if (found.has(real)) continue;
      found.set(real, {
        name,
        licence: licenceOf(JSON.parse(readFileSync(join(real, "package.json"), "utf8"))),
      });
      visit(real);
    }
  };
  for (const folder of folders) visit(folder);
  return [...found.values()];
}

/** Every folder of the workspace that holds a package. */
export function workspaceFolders(root: string): string[] {
  const packages = readdirSync(join(root, "packages")).map((name) => join(root, "packages", name));
  return [
    ...packages,
    ...["web", "edge-api", "render-farm", "db"].map((name) => join(root, name)),
  ].filter((folder) => existsSync(join(folder, "package.json")));
}

/** One sentence per package that is neither permissive nor a known exception. */
export function checkLicences(shipped: readonly Shipped[]): string[] {
  return shipped
    .filter(({ name, licence }) => !isPermissive(licence) && EXCEPTIONS[name] === undefined)
    .map(
      ({ name, licence }) =>
        `${name} ships under ${licence === "" ? "no stated licence" : licence}`,
    );
}
