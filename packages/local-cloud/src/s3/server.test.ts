import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { ListObjectsV2CommandOutput, S3ClientConfig } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listen } from "../process/ports.ts";
import { startS3 } from "./server.ts";
import { hmac, sha256Hex } from "./sigv4.ts";

const credentials = { accessKeyId: "KEY", secretAccessKey: "secret" };
const Bucket = "box";
const MIB = 1024 * 1024;

async function open(dataDir: string) {
  const options = { dataDir, region: "us-east-1", buckets: [Bucket], credentials };
  const s3 = await startS3({ ...options, log: () => undefined });
  const endpoint = `http://127.0.0.1:${await listen(s3.server, "127.0.0.1", 0)}`;
  const client = (config: S3ClientConfig = {}): S3Client =>
    new S3Client({ endpoint, region: "us-east-1", credentials, forcePathStyle: true, ...config });
  return { s3, endpoint, client };
}

describe("S3 on this machine", () => {
  let dataDir: string;
  let cloud: Awaited<ReturnType<typeof open>>;
  let client: S3Client;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "cutroom-s3-"));
    cloud = await open(dataDir);
    client = cloud.client();
  });
  afterAll(async () => {
    await cloud.s3.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const put = (Key: string, Body: string | Buffer, more: object = {}) =>
    client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
  const read = async (Key: string): Promise<Buffer> => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  };
  const dataFiles = (): string[] => readdirSync(join(dataDir, "s3/data"));

  it("takes what the SDK sends by default, and the SDK accepts the checksum it gets back", async () => {
    const body = randomBytes(300_000);
    const answer = await put("default", body, {
      Metadata: { owner: "me" },
      CacheControl: "no-store",
    });
    expect(answer.ETag).toBe(`"${createHash("md5").update(body).digest("hex")}"`);
    expect(answer.ChecksumCRC32).toBeDefined();
    expect((await read("default")).equals(body)).toBe(true);
    const head = await client.send(
      new HeadObjectCommand({ Bucket, Key: "default", ChecksumMode: "ENABLED" }),
    );
    expect(head).toMatchObject({
      ContentLength: 300_000,
      ChecksumCRC32: answer.ChecksumCRC32,
      Metadata: { owner: "me" },
      CacheControl: "no-store",
    });
    expect(head.ContentEncoding).toBeUndefined();
  });

  it("decodes the aws-chunked body of a stream with a trailing checksum", async () => {
    const body = randomBytes(200_000);
    const pieces = Readable.from([
      body.subarray(0, 7),
      body.subarray(7, 100_000),
      body.subarray(100_000),
    ]);
    await client.send(
      new PutObjectCommand({
        Bucket,
        Key: "streamed",
        Body: pieces,
        ContentLength: body.length,
        ChecksumAlgorithm: "SHA256",
      }),
    );
    expect((await read("streamed")).equals(body)).toBe(true);
  });

  it.each(["CRC32", "CRC32C", "SHA1", "SHA256"] as const)(
    "checks and keeps %s",
    async (algorithm) => {
      await put("sum", "hello", { ChecksumAlgorithm: algorithm });
      const wrong = {
        [`Checksum${algorithm}`]: Buffer.alloc(
          algorithm === "SHA1" ? 20 : algorithm === "SHA256" ? 32 : 4,
        ).toString("base64"),
      };
      await expect(put("sum-wrong", "hello", wrong)).rejects.toThrow(/checksum/iu);
      await expect(read("sum-wrong")).rejects.toThrow(/key/iu);
    },
  );

  it("refuses a body that differs from its Content-MD5 and keeps nothing of it", async () => {
    const before = dataFiles().length;
    const ContentMD5 = createHash("md5").update("other").digest("base64");
    await expect(put("md5", "hello", { ContentMD5 })).rejects.toThrow(/checksum/iu);
    expect(dataFiles()).toHaveLength(before);
  });

  it.each([
    [
      "a wrong secret",
      { credentials: { ...credentials, secretAccessKey: "other" } },
      "SignatureDoesNotMatch",
    ],
    [
      "an unknown key",
      { credentials: { ...credentials, accessKeyId: "OTHER" } },
      "InvalidAccessKeyId",
    ],
    ["another region", { region: "eu-west-1" }, "AuthorizationHeaderMalformed"],
    ["a clock that is an hour off", { systemClockOffset: 3_600_000 }, "RequestTimeTooSkewed"],
  ])("refuses %s", async (_what, config, name) => {
    const other = cloud.client({ ...config, maxAttempts: 1 });
    const attempt = other.send(new PutObjectCommand({ Bucket, Key: "refused", Body: "x" }));
    await expect(attempt).rejects.toMatchObject({ name });
  });

  it("refuses requests without a signature", async () => {
    const response = await fetch(`${cloud.endpoint}/${Bucket}/default`);
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.stringContaining("AccessDenied"),
    ]);
  });

  it("refuses a presigned URL after its time and one with an unsigned x-amz header", async () => {
    const command = new GetObjectCommand({ Bucket, Key: "default" });
    const past = new Date(Date.now() - 10_000);
    const expired = await getSignedUrl(client, command, { expiresIn: 5, signingDate: past });
    expect(await (await fetch(expired)).text()).toContain("Request has expired");
    const live = await getSignedUrl(client, command, { expiresIn: 60 });
    const response = await fetch(live, { headers: { "x-amz-meta-a": "b" } });
    expect(await response.text()).toContain("AccessDenied");
  });

  /** A PUT in signed chunks, as old SDKs and other tools send them. */
  async function putSignedChunks(key: string, chunks: readonly string[], forge = false) {
    const amzDate = new Date().toISOString().replaceAll(/[-:]|\.\d+/gu, "");
    const scope = `${amzDate.slice(0, 8)}/us-east-1/s3/aws4_request`;
    const signingKey = scope
      .split("/")
      .reduce<Buffer | string>((secret, part) => hmac(secret, part), "AWS4secret") as Buffer;
    const host = new URL(cloud.endpoint).host;
    const size = chunks.join("").length;
    const payload = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD";
    const signed = {
      host,
      "x-amz-content-sha256": payload,
      "x-amz-date": amzDate,
      "x-amz-decoded-content-length": String(size),
    };
    const names = Object.keys(signed).join(";");
    const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`);
    const canonical = ["PUT", `/${Bucket}/${key}`, "", lines.join(""), names, payload].join("\n");
    const sign = (...parts: string[]): string => hmac(signingKey, parts.join("\n")).toString("hex");
    let previous = sign("AWS4-HMAC-SHA256", amzDate, scope, sha256Hex(canonical));
    const authorization = `AWS4-HMAC-SHA256 Credential=KEY/${scope}, SignedHeaders=${names}, Signature=${previous}`;
    let body = "";
    for (const chunk of [...chunks, ""]) {
      const kind = "AWS4-HMAC-SHA256-PAYLOAD";
      previous = sign(kind, amzDate, scope, previous, sha256Hex(""), sha256Hex(chunk));
      const sent = forge ? chunk.toUpperCase() : chunk;
      body += `${chunk.length.toString(16)};chunk-signature=${previous}\r\n${sent}\r\n`;
    }
    const headers = { ...signed, authorization, "content-encoding": "aws-chunked" };
    return fetch(`${cloud.endpoint}/${Bucket}/${key}`, { method: "PUT", headers, body });
  }

  it("verifies every signed chunk", async () => {
    expect((await putSignedChunks("chunks", ["hello ", "world"])).status).toBe(200);
    expect((await read("chunks")).toString()).toBe("hello world");
    const forged = await putSignedChunks("forged", ["hello ", "world"], true);
    expect([forged.status, await forged.text()]).toEqual([
      403,
      expect.stringContaining("SignatureDoesNotMatch"),
    ]);
    await expect(read("forged")).rejects.toThrow(/key/iu);
  });

  it("never lets a key reach outside its folder", async () => {
    for (const Key of ["../../../../evil", "/etc/evil", "a/../../b", "..", "nul\u0001"]) {
      await put(Key, Key);
      expect((await read(Key)).toString()).toBe(Key);
    }
    expect(existsSync(join(dataDir, "evil"))).toBe(false);
    expect(readdirSync(join(dataDir, "s3")).toSorted()).toEqual(["data", "objects", "uploads"]);
  });

  it("lists by byte order in pages, with prefixes rolled up", async () => {
    for (const key of ["l/a/1", "l/a/2", "l/b", "l/é", "l/c/1"]) await put(key, key);
    const keys: (string | undefined)[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page: ListObjectsV2CommandOutput = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix: "l/", MaxKeys: 2, ContinuationToken }),
      );
      keys.push(...(page.Contents ?? []).map((item) => item.Key));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    expect(keys).toEqual(["l/a/1", "l/a/2", "l/b", "l/c/1", "l/é"]);
    const rolled: unknown[] = [];
    do {
      const page: ListObjectsV2CommandOutput = await client.send(
        new ListObjectsV2Command({
          Bucket,
          Prefix: "l/",
          Delimiter: "/",
          MaxKeys: 1,
          ContinuationToken,
        }),
      );
      rolled.push(page.Contents?.[0]?.Key ?? page.CommonPrefixes?.[0]?.Prefix);
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    expect(rolled).toEqual(["l/a/", "l/b", "l/c/", "l/é"]);
  });

  it("copies with or without its metadata, and deletes many at once", async () => {
    await put("source ü", "copy me", { ContentType: "text/plain", Metadata: { a: "b" } });
    const CopySource = `${Bucket}/${encodeURIComponent("source ü")}`;
    await client.send(new CopyObjectCommand({ Bucket, Key: "kept", CopySource }));
    await client.send(
      new CopyObjectCommand({
        Bucket,
        Key: "replaced",
        CopySource,
        MetadataDirective: "REPLACE",
        ContentType: "text/html",
      }),
    );
    const head = (Key: string) => client.send(new HeadObjectCommand({ Bucket, Key }));
    expect(await head("kept")).toMatchObject({ ContentType: "text/plain", Metadata: { a: "b" } });
    expect(await head("replaced")).toMatchObject({ ContentType: "text/html", Metadata: {} });
    const Objects = ["source ü", "kept", "not there & <never>"].map((Key) => ({ Key }));
    const { Deleted } = await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects } }),
    );
    expect(Deleted?.map((item) => item.Key)).toEqual(Objects.map((item) => item.Key));
    await expect(head("kept")).rejects.toMatchObject({ name: "NotFound" });
    expect((await read("replaced")).toString()).toBe("copy me");
  });

  it("honours conditions on reads and writes", async () => {
    const { ETag } = await put("once", "first", { IfNoneMatch: "*" });
    await expect(put("once", "second", { IfNoneMatch: "*" })).rejects.toMatchObject({
      name: "PreconditionFailed",
    });
    await put("once", "second", { IfMatch: ETag });
    await expect(put("once", "third", { IfMatch: ETag })).rejects.toMatchObject({
      name: "PreconditionFailed",
    });
    const both = await Promise.allSettled(
      ["a", "b", "c"].map((body) => put("race", body, { IfNoneMatch: "*" })),
    );
    expect(both.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: "race" }));
    const etag = (await fetch(url)).headers.get("etag") ?? "";
    expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await fetch(url, { headers: { "if-match": '"other"' } })).status).toBe(412);
  });

  it("sends headers that keep a browser from guessing and let any page embed", async () => {
    const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: "default" }));
    const { headers } = await fetch(url);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(headers.get("accept-ranges")).toBe("bytes");
  });

  it("goes on reading an object that is replaced and deleted meanwhile", async () => {
    const body = randomBytes(20 * MIB);
    await put("busy", body);
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: "busy" }));
    await put("busy", "new");
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: "busy" }] } }));
    const whole = Buffer.from((await Body?.transformToByteArray()) ?? []);
    expect(whole.equals(body)).toBe(true);
  });

  it("keeps nothing of an upload whose connection broke", async () => {
    const before = dataFiles().length;
    const url = await getSignedUrl(client, new PutObjectCommand({ Bucket, Key: "broken" }));
    const sent = httpRequest(url, { method: "PUT", headers: { "content-length": MIB } });
    sent.on("error", () => undefined);
    sent.write(randomBytes(1000));
    await sleep(100);
    sent.destroy();
    await expect.poll(() => dataFiles().length, { timeout: 30_000 }).toBe(before);
    await expect(read("broken")).rejects.toThrow(/key/iu);
  });

  it("finds objects and unfinished uploads again after a restart, and sweeps remains", async () => {
    const part = randomBytes(5 * MIB);
    const Key = "resumed";
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const sent = await client.send(
      new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: part }),
    );
    await cloud.s3.close();
    writeFileSync(join(dataDir, "s3/data/half-written"), "left by a kill");
    cloud = await open(dataDir);
    expect(dataFiles()).not.toContain("half-written");
    client = cloud.client();
    const listed = await client.send(new ListPartsCommand({ Bucket, Key, UploadId }));
    expect(listed.Parts?.map((item) => [item.PartNumber, item.Size, item.ETag])).toEqual([
      [1, 5 * MIB, sent.ETag],
    ]);
    const last = await client.send(
      new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 7, Body: "end" }),
    );
    const done = await client.send(
      new CompleteMultipartUploadCommand({
        Bucket,
        Key,
        UploadId,
        MultipartUpload: {
          Parts: [
            { PartNumber: 1, ETag: sent.ETag },
            { PartNumber: 7, ETag: last.ETag },
          ],
        },
      }),
    );
    const md5 = (data: Buffer | string): Buffer => createHash("md5").update(data).digest();
    const etag = md5(Buffer.concat([md5(part), md5("end")])).toString("hex");
    expect(done.ETag).toBe(`"${etag}-2"`);
    expect((await read(Key)).equals(Buffer.concat([part, Buffer.from("end")]))).toBe(true);
    expect((await read("chunks")).toString()).toBe("hello world");
  });
});
