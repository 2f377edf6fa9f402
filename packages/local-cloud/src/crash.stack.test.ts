import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { Client } from "@upstash/qstash";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { end, startProgram } from "./testing/program.ts";

const KILLS = 24;
const Bucket = "cutroom";
/** Somebody else's, so that only the queue and the store are started, many times and fast. */
const ELSEWHERE = {
  DATABASE_URL: "postgresql://u:p@127.0.0.1:9/db",
  DATABASE_WS_PROXY: "127.0.0.1:9/v1",
  UPSTASH_REDIS_REST_URL: "http://127.0.0.1:9",
  UPSTASH_REDIS_REST_TOKEN: "token",
};

/** Numbers from 0 to 1 that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
const md5 = (data: Uint8Array | string): string => createHash("md5").update(data).digest("hex");

/** What was acknowledged, over all lives of the process. */
class Acknowledged {
  readonly messages: string[] = [];
  /** Key -> MD5 of the body. */
  readonly objects = new Map<string, string>();
  readonly parts: { readonly key: string; readonly uploadId: string; readonly etag: string }[] = [];
  /** Of the one key that is overwritten: bodies that it may hold. */
  possible = new Set<string>();
  #count = 0;
  #killAt = Infinity;
  #kill: () => void = () => undefined;

  /** Kills at the moment of the n-th acknowledgement from now. */
  arm(n: number, kill: () => void): void {
    this.#killAt = this.#count + n;
    this.#kill = kill;
  }

  tick(): void {
    this.#count += 1;
    if (this.#count === this.#killAt) this.#kill();
  }
}

interface Clients {
  readonly queue: Client;
  readonly store: S3Client;
}

function connect(env: Readonly<Record<string, string>>): Clients {
  const credentials = {
    accessKeyId: env["S3_ACCESS_KEY_ID"] ?? "",
    secretAccessKey: env["S3_SECRET_ACCESS_KEY"] ?? "",
  };
  const { S3_ENDPOINT: endpoint = "", S3_REGION: region = "" } = env;
  return {
    queue: new Client({
      baseUrl: env["QSTASH_URL"] ?? "",
      token: env["QSTASH_TOKEN"] ?? "",
      retry: false,
      enableTelemetry: false,
    }),
    store: new S3Client({ endpoint, region, credentials, forcePathStyle: true, maxAttempts: 1 }),
  };
}

async function publish({ queue }: Clients, known: Acknowledged, id: string): Promise<void> {
  const url = "http://127.0.0.1:9/later";
  const { messageId } = await queue.publish({ url, body: id, delay: "1d", deduplicationId: id });
  known.messages.push(messageId);
  known.tick();
}

async function put({ store }: Clients, known: Acknowledged, Key: string, sizeBytes: number) {
  const Body = Buffer.alloc(sizeBytes, Key);
  await store.send(new PutObjectCommand({ Bucket, Key, Body }));
  known.objects.set(Key, md5(Body));
  known.tick();
}

/** One writer, so it is known what the key may hold: the last acknowledged body, or a later one. */
async function overwrite({ store }: Clients, known: Acknowledged, body: string): Promise<void> {
  known.possible.add(md5(body));
  await store.send(new PutObjectCommand({ Bucket, Key: "overwritten", Body: body }));
  known.possible = new Set([md5(body)]);
  known.tick();
}

async function multipart({ store }: Clients, known: Acknowledged, Key: string): Promise<void> {
  const { UploadId = "" } = await store.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  known.tick();
  const Body = Buffer.alloc(100_000, Key);
  const part = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body });
  const { ETag = "" } = await store.send(part);
  known.parts.push({ key: Key, uploadId: UploadId, etag: ETag });
  known.tick();
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  await store.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }));
  known.objects.set(Key, md5(Body));
  known.tick();
}

/** Goes on with each kind of work until the process is gone. */
async function workUntilKilled(clients: Clients, known: Acknowledged, round: number) {
  const work = [
    (turn: string) => publish(clients, known, turn),
    (turn: string) => put(clients, known, `put/${turn}`, 1 + ((turn.length * 7919) % 200_000)),
    (turn: string) => overwrite(clients, known, `body of ${turn}`.repeat(5000)),
    (turn: string) => multipart(clients, known, `multipart/${turn}`),
  ];
  await Promise.all(
    work.map(async (task) => {
      for (let turn = 0; ; turn++) {
        try {
          await task(`${round}.${turn}`);
        } catch {
          // Cut off by the kill: not acknowledged.
          return;
        }
      }
    }),
  );
}

async function bodyOf({ store }: Clients, Key: string): Promise<string> {
  const { Body } = await store.send(new GetObjectCommand({ Bucket, Key }));
  return md5((await Body?.transformToByteArray()) ?? new Uint8Array());
}

/** Looks at what was acknowledged last, `most` of each kind. */
async function expectThere(clients: Clients, known: Acknowledged, most: number): Promise<void> {
  for (const messageId of known.messages.slice(-most)) {
    expect((await clients.queue.messages.get(messageId)).messageId).toBe(messageId);
  }
  for (const [key, hash] of [...known.objects].slice(-most))
    expect(await bodyOf(clients, key)).toBe(hash);
  const isWritten = known.possible.size > 0;
  const overwritten = isWritten ? await bodyOf(clients, "overwritten") : null;
  expect(isWritten ? [...known.possible] : [null]).toContain(overwritten);
  for (const { key, uploadId, etag } of known.parts.slice(-most)) {
    // A part is in its upload still, or in the object that was made of it.
    const listed = await clients.store
      .send(new ListPartsCommand({ Bucket, Key: key, UploadId: uploadId }))
      .then(({ Parts }) => Parts?.map((part) => part.ETag))
      .catch(async () => (await bodyOf(clients, key), [etag]));
    expect(listed).toContain(etag);
  }
}

describe("a local cloud that is killed in the middle of its work", () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "cutroom-crash-"));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it(`has everything that it acknowledged, after each of ${KILLS} kills`, async () => {
    const random = seeded(20);
    const known = new Acknowledged();
    for (let round = 0; round < KILLS; round++) {
      const { child, env } = await startProgram(dataDir, { env: ELSEWHERE });
      const clients = connect(env);
      await expectThere(clients, known, 40);
      const killed = new Promise<void>((resolve) => {
        known.arm(1 + Math.floor(random() * 40), () => void end(child, "SIGKILL").then(resolve));
      });
      await workUntilKilled(clients, known, round);
      await killed;
      clients.store.destroy();
    }
    const { child, env } = await startProgram(dataDir, { env: ELSEWHERE });
    const clients = connect(env);
    await expectThere(clients, known, Infinity);
    clients.store.destroy();
    expect(known.messages.length).toBeGreaterThan(KILLS);
    expect(known.objects.size).toBeGreaterThan(KILLS);
    await end(child, "SIGTERM");
  });
});
