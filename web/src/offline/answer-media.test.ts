import { describe, expect, it } from "vitest";
import { answerFrom, createMediaAnswer } from "./answer-media.ts";
import type { MediaShelf } from "./media-shelf.ts";

const ID = "http://store/t/steps/s/1/proxy.mp4";
const BYTES = new Uint8Array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
const FILE = new Blob([BYTES], { type: "video/mp4" });

function world(options: { readonly largestBytes?: number; readonly offline?: boolean } = {}) {
  const files = new Map<string, Blob>();
  const fetched: { url: string; range: string | null }[] = [];
  const work: Promise<unknown>[] = [];
  const shelf: MediaShelf = {
    find: (id) => Promise.resolve(files.get(id) ?? null),
    keep: (id, blob) => Promise.resolve(void files.set(id, blob)),
    largestFileBytes: () => Promise.resolve(options.largestBytes ?? 1_000),
    usage: () => Promise.resolve({ bytes: 0, budgetBytes: 0 }),
    clear: () => Promise.resolve(files.clear()),
  };
  const answer = createMediaAnswer({
    shelf,
    fetch: (target, init) => {
      const request = target instanceof Request ? target : new Request(target, init);
      const range = request.headers.get("range");
      fetched.push({ url: request.url, range });
      if (options.offline === true) return Promise.reject(new TypeError("no network"));
      return Promise.resolve(answerFrom(FILE, range));
    },
    pause: () => Promise.resolve(),
  });
  const ask = (query: string, range?: string) =>
    answer({
      id: ID,
      later: (done) => work.push(done),
      request: new Request(`${ID}?${query}`, range === undefined ? {} : { headers: { range } }),
    });
  return { ask, fetched, files, rest: () => Promise.all(work) };
}

const bytesOf = async (response: Response) => [...new Uint8Array(await response.arrayBuffer())];

describe("media from the shelf", () => {
  it("answers a range with exactly its bytes and says where they lie", async () => {
    const answer = answerFrom(FILE, "bytes=2-4");
    expect(answer.status).toBe(206);
    expect(answer.headers.get("content-range")).toBe("bytes 2-4/10");
    expect(answer.headers.get("content-length")).toBe("3");
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(await bytesOf(answer)).toEqual([2, 3, 4]);
  });

  it("refuses what lies behind the end", () => {
    const answer = answerFrom(FILE, "bytes=10-");
    expect([answer.status, answer.headers.get("content-range")]).toEqual([416, "bytes */10"]);
  });

  it("keeps a file that is read in parts once, and answers the next session's link from it", async () => {
    const { ask, fetched, rest } = world();
    const first = await ask("signature=a", "bytes=0-1");
    await ask("signature=a", "bytes=2-3");
    await rest();
    expect(await bytesOf(first)).toEqual([0, 1]);
    expect(fetched.filter(({ range }) => range === null)).toHaveLength(1);
    const asked = fetched.length;
    expect(await bytesOf(await ask("signature=b", "bytes=8-"))).toEqual([8, 9]);
    expect(fetched).toHaveLength(asked);
  });

  it("keeps what is read whole without asking twice", async () => {
    const { ask, fetched, files, rest } = world();
    expect(await bytesOf(await ask("signature=a"))).toEqual([...BYTES]);
    await rest();
    expect(files.get(ID)?.size).toBe(10);
    expect(fetched).toHaveLength(1);
  });

  it("does not keep a file that is larger than its share", async () => {
    const { ask, files, rest } = world({ largestBytes: 9 });
    await ask("signature=a", "bytes=0-1");
    await rest();
    expect(files.size).toBe(0);
  });

  it("fails as the network does when nothing is kept", async () => {
    const { ask } = world({ offline: true });
    await expect(ask("signature=a", "bytes=0-1")).rejects.toThrow("no network");
    await expect(ask("signature=a")).rejects.toThrow("no network");
  });
});
