import {
  existsSync,
  mkdtempSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  copyFileSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openApiDocument } from "@cutroom/contracts/openapi";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkBoundaries, importsOf } from "./boundaries.ts";
import { ROOT, bin, runTool, sourceFiles } from "./gate.ts";
import { checkHouseRules } from "./house-rules.ts";
import { checkLicences, isPermissive, shippedPackages, workspaceFolders } from "./licences.ts";

const TOOL_TIMEOUT_MS = 900_000;
let planted: string;
beforeEach(() => {
  planted = mkdtempSync(join(tmpdir(), "cutroom-planted-"));
});
afterEach(() => rmSync(planted, { recursive: true, force: true }));

function plant(path: string, text: string): void {
  mkdirSync(dirname(join(planted, path)), { recursive: true });
  writeFileSync(join(planted, path), text);
}

describe("format", () => {
  it(
    "every file is formatted",
    () => {
      expect(runTool(bin("oxfmt"), ["--check", "."])).toEqual([]);
    },
    TOOL_TIMEOUT_MS,
  );

  it("finds a planted unformatted file", () => {
    plant("ugly.ts", "export const   a={b:1}\n");
    expect(runTool(bin("oxfmt"), ["--check", "."], planted)).not.toEqual([]);
  });
});

describe("lint", () => {
  it(
    "the repository is clean, with types",
    () => {
      const found = runTool(bin("oxlint"), ["--type-aware", "--quiet", "--format=unix"]);
      expect(found.filter((line) => line.includes("[Error/"))).toEqual([]);
    },
    TOOL_TIMEOUT_MS,
  );

  it("finds planted faults", () => {
    copyFileSync(join(ROOT, ".oxlintrc.json"), join(planted, ".oxlintrc.json"));
    plant("fault.ts", "export function f(a: any) {\n  debugger;\n  return a == a;\n}\n");
    const found = runTool(bin("oxlint"), ["--quiet", "--format=unix"], planted).join("\n");
    expect(found).toMatch(/no-explicit-any/);
    expect(found).toMatch(/no-debugger/);
  });
});

describe("types", () => {
  it(
    "every package compiles",
    () => {
      const folders = [...workspaceFolders(ROOT), join(ROOT, "e2e")].filter((folder) =>
        existsSync(join(folder, "tsconfig.json")),
      );
      expect(folders.length).toBeGreaterThan(12);
      expect(folders.flatMap((folder) => runTool(bin("tsc"), ["--noEmit", "-p", folder]))).toEqual(
        [],
      );
    },
    TOOL_TIMEOUT_MS,
  );

  it("finds a planted type error, and a Node global in pure code", () => {
    plant("fault.ts", "export const n: number = 'text';\nexport const e = process.env;\n");
    copyFileSync(join(ROOT, "packages/tsconfig/base.json"), join(planted, "base.json"));
    copyFileSync(join(ROOT, "packages/tsconfig/pure.json"), join(planted, "tsconfig.json"));
    const found = runTool(bin("tsc"), ["-p", planted], planted).join("\n");
    expect(found).toMatch(/TS2322/);
    expect(found).toMatch(/TS2(580|304|591)/);
  });
});

describe("boundaries", () => {
  it("imports go one way", () => {
    expect(checkBoundaries(sourceFiles())).toEqual([]);
  });

  it("finds planted imports: the farm of the database, an app of an app, pure of Node", () => {
    const files = [
      { path: "render-farm/src/worker/claim.ts", text: 'import { tasks } from "@cutroom/db";\n' },
      { path: "web/src/app/page.tsx", text: 'import { x } from "../../../edge-api/src/app.ts";\n' },
      { path: "packages/timeline/src/time.ts", text: 'import { readFile } from "node:fs";\n' },
      {
        path: "edge-api/src/routes/task.ts",
        text: 'import { s3 } from "@cutroom/adapters/object-store/s3";\n',
      },
    ];
    expect(checkBoundaries(files)).toHaveLength(4);
    expect(importsOf('import "a";\nexport { b } from "b";\nconst c = import("c");\n')).toEqual([
      "a",
      "b",
      "c",
    ]);
  });

  it("allows adapters where an app is wired", () => {
    const file = {
      path: "edge-api/src/deps.ts",
      text: 'import { s3 } from "@cutroom/adapters/object-store/s3";\n',
    };
    expect(checkBoundaries([file])).toEqual([]);
  });
});

describe("house rules", () => {
  it("the repository keeps them", () => {
    expect(checkHouseRules(sourceFiles())).toEqual([]);
  });

  it("finds one planted break of each", () => {
    const files = [
      { path: "web/src/long.ts", text: "x\n".repeat(301) },
      { path: "web/src/utils.ts", text: "" },
      { path: "web/src/index.ts", text: 'export * from "./a.ts";\n' },
      { path: "edge-api/src/app.ts", text: "const p = process.env.PORT;\n" },
      { path: "render-farm/src/run.ts", text: "spawn(a, { shell: true });\n" },
      { path: "db/src/a.test.ts", text: "it.skip('x', () => {});\n" },
      { path: "db/migrations/0001_a.sql", text: "select pg_advisory_lock(1);\n" },
      { path: "packages/domain/src/now.ts", text: "export const now = Date.now();\n" },
    ];
    expect(checkHouseRules(files)).toHaveLength(files.length);
  });
});

describe("dead code", () => {
  it(
    "nothing is unused or undeclared",
    () => {
      expect(runTool(bin("knip"), ["--no-progress"])).toEqual([]);
    },
    TOOL_TIMEOUT_MS,
  );

  it(
    "finds a planted unused export and an undeclared dependency",
    () => {
      plant("package.json", '{ "name": "planted", "type": "module", "main": "main.js" }\n');
      plant("main.js", 'import { used } from "./part.js";\nimport "left-pad";\nused();\n');
      plant("part.js", "export const used = () => 1;\nexport const unused = 2;\n");
      const found = runTool(bin("knip"), ["--no-progress"], planted).join("\n");
      expect(found).toMatch(/unused/);
      expect(found).toMatch(/left-pad/);
    },
    TOOL_TIMEOUT_MS,
  );
});

describe("dependency drift", () => {
  it("each version is stated once", () => {
    expect(runTool(bin("sherif"), ["--fail-on-warnings"])).toEqual([]);
  });

  it("finds a planted second version", () => {
    plant(
      "package.json",
      '{ "name": "planted", "private": true, "packageManager": "pnpm@12.4.2" }\n',
    );
    plant("pnpm-workspace.yaml", "packages:\n  - packages/*\n");
    plant("packages/a/package.json", '{ "name": "a", "dependencies": { "zod": "4.6.7" } }\n');
    plant("packages/b/package.json", '{ "name": "b", "dependencies": { "zod": "4.6.6" } }\n');
    expect(runTool(bin("sherif"), [], planted).join("\n")).toMatch(/zod/);
  });
});

describe("OpenAPI drift", () => {
  const printed = () =>
    `${JSON.stringify(openApiDocument({ serverUrl: "http://localhost:8787" }), null, 2)}\n`;
  const committed = join(ROOT, "packages/contracts/openapi.json");

  it("the committed page is what the endpoint table says", () => {
    expect(JSON.parse(readFileSync(committed, "utf8"))).toEqual(JSON.parse(printed()));
  });

  it("a planted change of the page is seen", () => {
    const changed = JSON.parse(readFileSync(committed, "utf8"));
    changed.paths["/v1/planted"] = {};
    expect(changed).not.toEqual(JSON.parse(printed()));
  });
});

describe("licences", () => {
  it("everything that ships may ship", () => {
    const shipped = shippedPackages(workspaceFolders(ROOT));
    expect(shipped.length).toBeGreaterThan(50);
    expect(checkLicences(shipped)).toEqual([]);
  });

  it("finds a planted copyleft package and one without a licence", () => {
    plant("package.json", '{ "dependencies": { "copyleft": "1", "silent": "1" } }');
    plant("store/copyleft/package.json", '{ "license": "AGPL-3.0" }');
    plant("store/silent/package.json", "{}");
    mkdirSync(join(planted, "node_modules"));
    symlinkSync(join(planted, "store/copyleft"), join(planted, "node_modules/copyleft"));
    symlinkSync(join(planted, "store/silent"), join(planted, "node_modules/silent"));
    expect(checkLicences(shippedPackages([planted]))).toHaveLength(2);
    expect(isPermissive("(MIT OR GPL-3.0)")).toBe(true);
    expect(isPermissive("MIT AND GPL-3.0")).toBe(false);
  });
});
