import type { Asset, Client, ProblemBody } from "@cutroom/contracts";
import { describe, expect, it } from "vitest";
import type { RememberedUpload } from "./memory.ts";
import { type UploadDeps, UploadRefused, uploadFile } from "./upload-file.ts";

const PART = 10;
const asset = { id: "asset_1" } as Asset;
const ok = <T>(value: T) => Promise.resolve({ ok: true as const, value });
const no = (code: ProblemBody["code"]) =>
  Promise.resolve({
    ok: false as const,
    failure: { type: "about:blank", code, title: code, status: 400 } satisfies ProblemBody,
  });

function world(
  options: { readonly instant?: boolean; readonly completes?: ProblemBody["code"][] } = {},
) {
  const calls: string[] = [];
  const stored = new Map<number, number>();
  const memory = new Map<string, RememberedUpload>();
  const failures = [...(options.completes ?? [])];
  let open = true;
  const upload = {
    id: "up_1",
    state: "OPEN" as const,
    asset_id: asset.id,
    part_size: PART,
    part_count: 3,
    size_bytes: 25,
  };
  const api = {
    createUpload: ({ body }: { body: { sha256?: string } }) => {
      calls.push(`create:${body.sha256 ?? "none"}`);
      return ok({ upload: options.instant === true ? null : upload, asset });
    },
    listUploadParts: () => {
      calls.push("list");
      if (!open) return no("upload.closed");
      const parts = [...stored].map(([part_number, size_bytes]) => ({
        part_number,
        size_bytes,
        etag: "e",
      }));
      return ok({ upload, parts });
    },
    signUploadParts: ({ body }: { body: { part_numbers: number[] } }) =>
      ok({
        parts: body.part_numbers.map((part_number) => ({
          part_number,
          url: `s3:${part_number}`,
          expires_at: "",
        })),
      }),
    completeUpload: () => {
      calls.push("complete");
      const failure = failures.shift();
      return failure === undefined ? ok({ asset, task_id: "t" }) : no(failure);
    },
  } as unknown as Client;
  const deps: UploadDeps = {
    api,
    userId: "u1",
    nowMs: () => 0,
    memory: {
      find: (key) => Promise.resolve(memory.get(key)),
      remember: (row) => Promise.resolve(void memory.set(row.fingerprint, row)),
      forget: (key) => Promise.resolve(void memory.delete(key)),
      listOf: () => Promise.resolve([...memory.values()]),
    },
    hash: () => Promise.resolve("f".repeat(64)),
    put: (url, body) => {
      const number = Number(url.slice(3));
      calls.push(`put:${number}`);
      stored.set(number, body.size);
      return Promise.resolve("stored" as const);
    },
    whenOnline: () => Promise.resolve(),
    pause: () => Promise.resolve(),
  };
  const file = new File(["x".repeat(25)], "clip.mp4", { lastModified: 5 });
  const run = (change: Partial<UploadDeps> = {}, signal = new AbortController().signal) => {
    const bytes: number[] = [];
    return uploadFile(
      file,
      { ...deps, ...change },
      {
        signal,
        onAsset: () => {},
        onProgress: (stage, count) => stage === "sending" && bytes.push(count),
      },
    ).then(() => bytes);
  };
  return { calls, stored, memory, run, close: () => (open = false) };
}

describe("uploading a file (M1)", () => {
  it("bytes that the workspace has are not sent", async () => {
    const { calls, run } = world({ instant: true });
    await run();
    expect(calls).toEqual([`create:${"f".repeat(64)}`]);
  });

  it("is forgotten once it is complete", async () => {
    const { memory, run, calls } = world();
    await run();
    expect(memory.size).toBe(0);
    expect(calls.at(-1)).toBe("complete");
  });

  it("after a reload goes on with the same upload and sends only what is missing", async () => {
    const { calls, run, memory, stored } = world();
    const stop = new AbortController();
    await expect(
      run(
        {
          put: (url) => {
            if (url === "s3:2") {
              stop.abort(new Error("tab closed"));
              return Promise.reject(new Error("tab closed"));
            }
            stored.set(Number(url.slice(3)), url === "s3:3" ? 5 : 10);
            return Promise.resolve("stored");
          },
        },
        stop.signal,
      ),
    ).rejects.toThrow("tab closed");
    expect(memory.size).toBe(1);

    calls.length = 0;
    const bytes = await run();
    expect(calls[0]).toBe("list");
    expect(calls).toContain("put:2");
    expect(calls).not.toContain("put:1");
    expect(bytes[0]).toBe(15);
    expect(bytes.at(-1)).toBe(25);
  });

  it("an upload that the server has closed is begun anew", async () => {
    const { calls, run, memory, close } = world({ completes: ["service.unavailable"] });
    await expect(run()).rejects.toBeInstanceOf(UploadRefused);
    expect(memory.size).toBe(1);
    close();
    calls.length = 0;
    await run();
    expect(calls[0]).toBe("list");
    expect(calls[1]).toMatch(/^create:/);
  });

  it("a checksum that does not match forgets the upload, so that the next try sends everything", async () => {
    const { run, memory } = world({ completes: ["upload.checksum-mismatch"] });
    await expect(run()).rejects.toMatchObject({ problem: { code: "upload.checksum-mismatch" } });
    expect(memory.size).toBe(0);
  });
});
