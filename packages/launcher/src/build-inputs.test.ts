import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const APPS = ["edge-api", "render-farm", "web"] as const;

interface BuildTask {
  readonly package: string;
  readonly inputs: Readonly<Record<string, string>>;
}

let tasks: readonly BuildTask[];
beforeAll(() => {
  const turbo = spawnSync(`${ROOT}/node_modules/.bin/turbo`, ["run", "build", "--dry=json"], {
    cwd: ROOT,
    encoding: "utf8",
    // It names every file of every package.
    maxBuffer: 64 * 1_048_576,
  });
  tasks = JSON.parse(turbo.stdout).tasks;
});

/** Files of other packages that an app is rebuilt for, from the root. */
const foreignInputs = (app: string) =>
  Object.keys(tasks.find((task) => task.package === `@cutroom/${app}`)?.inputs ?? {}).flatMap(
    (path) => (path.startsWith("../") ? [path.slice(3)] : []),
  );

/** Folders of what a package is built from, and of what that is built from. */
function ingredients(folder: string, found = new Set<string>()): Set<string> {
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(
    readFileSync(`${ROOT}/${folder}/package.json`, "utf8"),
  );
  for (const name of Object.keys(dependencies).filter((one) => one.startsWith("@cutroom/"))) {
    const short = name.replace("@cutroom/", "");
    const next = short === "db" ? short : `packages/${short}`;
    if (!found.has(next)) ingredients(next, found.add(next));
  }
  return found;
}

describe("what npm start rebuilds", () => {
  it.each(APPS)("%s when any package that is in it changes", (app) => {
    const inputs = new Set(foreignInputs(app).map((path) => path.replace(/\/src\/.*/, "/src")));
    const wanted = [...ingredients(app)];
    expect(wanted.length).toBeGreaterThan(2);
    expect(wanted.filter((folder) => !inputs.has(`${folder}/src`))).toEqual([]);
    expect(wanted.filter((folder) => !inputs.has(`${folder}/package.json`))).toEqual([]);
  });

  it.each(APPS)("not %s for what is in no app, and for no test", (app) => {
    const idle = /^packages\/(?:launcher|local-cloud|gates|testkit)\/|\.(?:test|cases)\.tsx?$/;
    expect(foreignInputs(app).filter((path) => idle.test(path))).toEqual([]);
  });
});
