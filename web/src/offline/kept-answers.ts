/**
 * What the API last said of the signed-in person's account, projects and files, for a start
 * without a network. It belongs to one account: the next one, and signing out, empty it. The
 * service worker has no part in this.
 */
import { type FetchLike, endpoints } from "@cutroom/contracts";
import { z } from "zod";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

const { getAccount, listProjects, listAssets, listTasks } = endpoints;
const KEPT: ReadonlySet<string> = new Set(
  [getAccount, listProjects, listAssets, listTasks].map(({ path }) => path),
);

/** Where answers lie; IndexedDB in the browser. */
export interface AnswerStore {
  readonly find: (key: string) => Promise<string | null>;
  readonly keep: (key: string, body: string) => Promise<void>;
  readonly clear: () => Promise<void>;
}

const owner = z.object({
  user: z.object({ id: z.string() }),
  tenant: z.object({ id: z.string() }),
});

function ownerOf(body: string | null): string | null {
  if (body === null) return null;
  const parsed = owner.safeParse(JSON.parse(body));
  return parsed.success ? `${parsed.data.user.id} ${parsed.data.tenant.id}` : null;
}

/**
 * `fetch` that keeps the answers of a few lists and gives them again when the API cannot be
 * reached. `onOther` empties whatever else this device keeps of the account before.
 */
export function keepingFetch(deps: {
  readonly fetch: FetchLike;
  readonly store: AnswerStore;
  readonly isOnline: () => boolean;
  readonly onOther: () => Promise<void>;
}): FetchLike {
  const { store } = deps;
  const again = async (key: string) => {
    const body = await store.find(key).catch(() => null);
    return body === null
      ? null
      : new Response(body, { status: 200, headers: { "content-type": "application/json" } });
  };
  const keep = async (path: string, key: string, body: string) => {
    if (path === getAccount.path) {
      const before = ownerOf(await store.find(key));
      if (before !== null && before !== ownerOf(body)) {
        await store.clear();
        await deps.onOther();
      }
    }
    await store.keep(key, body);
  };
  return async (url, init) => {
    const { pathname, search } = new URL(url);
    if (init.method !== "GET" || !KEPT.has(pathname)) return deps.fetch(url, init);
    const key = `${pathname}${search}`;
    const known = deps.isOnline() ? null : await again(key);
    if (known !== null) return known;
    let answer: Response;
    try {
      answer = await deps.fetch(url, init);
    } catch (error) {
      const kept = init.signal?.aborted === true ? null : await again(key);
      if (kept === null) throw error;
      return kept;
    }
    if (answer.ok) await keep(pathname, key, await answer.clone().text()).catch(() => undefined);
    else if (answer.status === 401) await store.clear().catch(() => undefined);
    else if (answer.status >= 502 && answer.status <= 504) return (await again(key)) ?? answer;
    return answer;
  };
}

interface Schema extends DBSchema {
  answers: { key: string; value: string };
}

/** The store in IndexedDB. */
export function browserAnswers(): AnswerStore {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const database = () =>
    (opened ??= openDB<Schema>("cutroom-answers", 1, {
      upgrade(db) {
        db.createObjectStore("answers");
      },
    }));
  return {
    find: async (key) => (await (await database()).get("answers", key)) ?? null,
    keep: async (key, body) => {
      await (await database()).put("answers", body, key);
    },
    clear: async () => {
      await (await database()).clear("answers");
    },
  };
}
