/** Who may import whom, as ARCHITECTURE.md states it. What is not listed is not allowed. */
import type { SourceFile } from "./gate.ts";

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  timeline: [],
  domain: [],
  titles: [],
  generator: ["domain"],
  compiler: ["timeline"],
  provenance: ["domain"],
  interchange: ["timeline"],
  contracts: ["timeline", "domain", "interchange"],
  ports: ["domain"],
  adapters: ["ports", "contracts", "domain"],
  db: ["domain"],
  web: ["timeline", "compiler", "titles", "contracts", "interchange"],
  "edge-api": ["timeline", "domain", "contracts", "interchange", "ports", "db"],
  "render-farm": [
    "timeline",
    "compiler",
    "titles",
    "generator",
    "provenance",
    "domain",
    "contracts",
    "ports",
  ],
  "local-cloud": [],
  launcher: ["adapters", "compiler", "contracts", "db", "local-cloud", "ports", "timeline"],
  testkit: ["timeline", "domain", "contracts", "ports", "local-cloud", "db", "adapters"],
  gates: ["contracts", "interchange"],
};
/** Adapters are wired in one place of each app. */
const WIRING = /^(edge-api|render-farm)\/src\/deps\.ts$/;
/** Pure packages import zod and nothing else from outside. */
const PURE = new Set(["timeline", "domain", "compiler", "contracts", "generator", "interchange"]);

const isTest = (path: string) =>
  /\.(test|cases)\.tsx?$/.test(path) || /\.test-[a-z-]+\.ts$|(^|\/)testing\//.test(path);
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^;'"]*?from\s*["']([^"']+)["']|(?:^|[^.\w])import\(\s*["']([^"']+)["']|(?:^|\n)\s*import\s+["']([^"']+)["']/g;

function homeOf(path: string): string | null {
  const [first, second] = path.split("/");
  if (first === "packages") return second ?? null;
  return ["web", "edge-api", "render-farm", "db", "e2e"].includes(first ?? "")
    ? (first ?? null)
    : null;
}

/** Module names that a file imports, statically or not. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}

function judge(file: SourceFile, home: string, target: string): string | null {
  const local = /^@cutroom\/([a-z-]+)/.exec(target);
  if (local === null) {
    const foreign = !target.startsWith(".") && target !== "zod";
    if (PURE.has(home) && foreign) return `${file.path} is pure and imports ${target}`;
    if (/^(\.\.\/)+(web|edge-api|render-farm|db|e2e|packages)\//.test(target)) {
      return `${file.path} reaches into another folder: ${target}`;
    }
    return null;
  }
  const wanted = local[1] ?? "";
  if (wanted === home || ALLOWED[home]?.includes(wanted)) return null;
  if (wanted === "adapters" && WIRING.test(file.path)) return null;
  return `${file.path} may not import ${target}`;
}

/** One sentence per forbidden import of non-test code. */
export function checkBoundaries(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const home = homeOf(file.path);
    if (
      home === null ||
      home === "e2e" ||
      home === "tsconfig" ||
      !/\.tsx?$/.test(file.path) ||
      isTest(file.path)
    )
      return [];
    return importsOf(file.text).flatMap((target) => judge(file, home, target) ?? []);
  });
}
