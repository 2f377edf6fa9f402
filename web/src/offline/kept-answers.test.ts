import type { FetchLike } from "@cutroom/contracts";
import { describe, expect, it } from "vitest";
import { type AnswerStore, keepingFetch } from "./kept-answers.ts";

const API = "http://api.test";
const ME = `${API}/v1/me`;
const PROJECTS = `${API}/v1/projects`;

interface World {
  answer: () => Promise<Response>;
  online: boolean;
  forgotten: number;
}

function world() {
  const kept = new Map<string, string>();
  const store: AnswerStore = {
    find: (key) => Promise.resolve(kept.get(key) ?? null),
    keep: (key, body) => Promise.resolve(void kept.set(key, body)),
    clear: () => Promise.resolve(kept.clear()),
  };
  const state: World = { answer: () => down(), online: true, forgotten: 0 };
  const fetch: FetchLike = keepingFetch({
    fetch: () => state.answer(),
    store,
    isOnline: () => state.online,
    onOther: () => Promise.resolve(void (state.forgotten += 1)),
  });
  const get = (url: string) => fetch(url, { method: "GET", headers: {}, credentials: "include" });
  return { kept, state, fetch, get };
}

const json =
  (body: unknown, status = 200) =>
  () =>
    Promise.resolve(Response.json(body, { status }));
const down = () => Promise.reject(new TypeError("no network"));
const account = (id: string) => ({ user: { id }, tenant: { id: `tenant_${id}` } });

describe("answers that are kept for a start without a network", () => {
  it("come again when the API cannot be reached, at once when there is no network", async () => {
    const { state, get } = world();
    state.answer = json({ projects: ["a"] });
    await get(PROJECTS);
    state.answer = down;
    expect(await (await get(PROJECTS)).json()).toEqual({ projects: ["a"] });
    state.answer = json({ code: "gateway" }, 503);
    expect((await get(PROJECTS)).status).toBe(200);
    state.online = false;
    state.answer = () => Promise.reject(new Error("was asked"));
    expect((await get(PROJECTS)).status).toBe(200);
  });

  it("are none of another question: the failure stays one", async () => {
    const { state, get } = world();
    state.answer = json({ assets: [] });
    await get(`${API}/v1/assets?limit=200`);
    await get(`${API}/v1/projects/project_1`);
    state.answer = down;
    await expect(get(`${API}/v1/assets?limit=100`)).rejects.toThrow("no network");
    await expect(get(`${API}/v1/projects/project_1`)).rejects.toThrow("no network");
  });

  it("end with the account: another one, or none, finds nothing of it", async () => {
    const { state, get, kept } = world();
    state.answer = json(account("ann"));
    await get(ME);
    state.answer = json({ projects: ["hers"] });
    await get(PROJECTS);
    state.answer = json(account("ann"));
    await get(ME);
    expect([kept.size, state.forgotten]).toEqual([2, 0]);
    state.answer = json(account("bob"));
    await get(ME);
    expect([[...kept.keys()], state.forgotten]).toEqual([["/v1/me"], 1]);
    state.answer = json({ code: "auth.required" }, 401);
    expect((await get(ME)).status).toBe(401);
    expect(kept.size).toBe(0);
  });

  it("are never of a write", async () => {
    const { state, fetch, kept } = world();
    state.answer = json({ id: "project_1" });
    await fetch(PROJECTS, { method: "POST", headers: {}, credentials: "include" });
    expect(kept.size).toBe(0);
  });
});
