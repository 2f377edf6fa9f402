import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  cacheNameOf,
  dropOldVersions,
  findKept,
  forgetProjects,
  isAppFile,
  isAppPage,
  keepAnswer,
  keptPages,
} from "./page-shelf.ts";

const ORIGIN = "http://localhost:3000";
type Stored = Map<string, Response>;
let stored: Map<string, Stored>;

/** As much of the browser's caches as is asked for here, in the order of their making. */
function cacheOf(entries: Stored) {
  const key = (of: string | Request) => new URL(of instanceof Request ? of.url : of, ORIGIN).href;
  return {
    match: (of: string) => Promise.resolve(entries.get(key(of))?.clone()),
    put: (of: string, answer: Response) => Promise.resolve(void entries.set(key(of), answer)),
    delete: (of: Request) => Promise.resolve(entries.delete(key(of))),
    keys: () => Promise.resolve([...entries.keys()].map((url) => new Request(url))),
  };
}

beforeEach(() => {
  stored = new Map([["somebody-else", new Map()]]);
  vi.stubGlobal("caches", {
    keys: () => Promise.resolve([...stored.keys()]),
    delete: (name: string) => Promise.resolve(stored.delete(name)),
    open: (name: string) => {
      const entries = stored.get(name) ?? new Map<string, Response>();
      stored.set(name, entries);
      return Promise.resolve(cacheOf(entries));
    },
  });
  return () => vi.unstubAllGlobals();
});

const release = (version: string) => caches.open(cacheNameOf(version));
const textOf = async (path: string) => (await findKept(path))?.text();

describe("pages that are kept on a device", () => {
  it("are those of the app: none of a share, of operators or of the API", () => {
    for (const page of ["/", "/library", "/account/costs", "/projects/project_1"]) {
      expect(isAppPage(page)).toBe(true);
    }
    for (const page of ["/s/token", "/ops", "/ops/risk", "/v1/me", "/healthz", "/projects/a/b"]) {
      expect(isAppPage(page)).toBe(false);
    }
    expect(isAppFile("/_next/static/chunks/a.js")).toBe(true);
    expect(isAppFile("/vendor/ffmpeg/ffmpeg-core.wasm")).toBe(true);
    expect(isAppFile("/sw.js")).toBe(false);
  });

  it("are nothing before there is a version, and no failure is kept", async () => {
    await keepAnswer("/", new Response("page"));
    await release("1");
    await keepAnswer("/library", new Response("broken", { status: 500 }));
    expect(await keptPages()).toEqual([]);
  });

  it("keep the version before for the pages that still run on it, and no older one", async () => {
    for (const version of ["1", "2", "3"]) {
      await release(version);
      await keepAnswer("/", new Response(`page ${version}`));
      await keepAnswer(`/_next/static/${version}.js`, new Response(version));
    }
    await dropOldVersions();
    expect(await textOf("/")).toBe("page 3");
    expect(await textOf("/_next/static/2.js")).toBe("2");
    expect(await findKept("/_next/static/1.js")).toBeNull();
    expect([...stored.keys()]).toContain("somebody-else");
  });

  it("let the project that was opened longest ago go, and all of them at signing out", async () => {
    await release("1");
    await keepAnswer("/", new Response("start"));
    for (let index = 0; index <= 40; index += 1) {
      await keepAnswer(`/projects/project_${index}`, new Response("editor"));
    }
    expect(await findKept("/projects/project_0")).toBeNull();
    expect(await findKept("/projects/project_1")).not.toBeNull();
    await forgetProjects();
    expect(await keptPages()).toEqual(["/"]);
  });
});
