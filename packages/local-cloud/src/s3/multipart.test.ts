import { createHash, randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listen } from "../process/ports.ts";
import { startS3 } from "./server.ts";

const credentials = { accessKeyId: "KEY", secretAccessKey: "secret" };
const Bucket = "box";
const MIB = 1024 * 1024;

async function open(dataDir: string, reserveBytes?: number) {
  const options = { dataDir, region: "us-east-1", buckets: [Bucket], credentials };
  const reserve = reserveBytes === undefined ? {} : { reserveBytes };
  const s3 = await startS3({ ...options, ...reserve, log: () => undefined });
  const endpoint = `http://127.0.0.1:${await listen(s3.server, "127.0.0.1", 0)}`;
  const client = new S3Client({
    endpoint,
    region: "us-east-1",
    credentials,
    forcePathStyle: true,
    maxAttempts: 1,
  });
  return { s3, client };
}

let dataDir: string;
let cloud: Awaited<ReturnType<typeof open>>;
let client: S3Client;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "cutroom-s3-multipart-"));
  cloud = await open(dataDir);
  client = cloud.client;
});
afterAll(async () => {
  await cloud.s3.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(Key: string): Promise<{ Bucket: string; Key: string; UploadId: string }> {
  const { UploadId = "" } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  return { Bucket, Key, UploadId };
}
const read = async (Key: string): Promise<Buffer> => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
};
const named = (name: string) => ({ name });

describe("UploadPartCopy", () => {
  const body = randomBytes(6 * MIB);
  const whole = { Bucket, CopySource: `${Bucket}/source%20%2B%20more` };
  beforeAll(async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: "source + more", Body: body }));
  });

  it("makes parts of ranges of an object, beside parts that were sent", async () => {
    const upload = await start("assembled");
    const copied = await client.send(
      new UploadPartCopyCommand({
        ...whole,
        ...upload,
        PartNumber: 1,
        CopySourceRange: `bytes=1-${5 * MIB}`,
      }),
    );
    const range = body.subarray(1, 5 * MIB + 1);
    const md5 = createHash("md5").update(range).digest("hex");
    expect(copied.CopyPartResult?.ETag).toBe(`"${md5}"`);
    const sent = await client.send(
      new UploadPartCommand({ ...upload, PartNumber: 2, Body: Buffer.from("end") }),
    );
    const Parts = [
      { PartNumber: 1, ETag: copied.CopyPartResult?.ETag },
      { PartNumber: 2, ETag: sent.ETag },
    ];
    await client.send(
      new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }),
    );
    const expected = Buffer.concat([range, Buffer.from("end")]);
    expect((await read("assembled")).equals(expected)).toBe(true);
  });

  it("refuses a range outside the object, a source that is not there, and one that changed", async () => {
    const upload = await start("refused");
    const copy = (more: object) =>
      client.send(new UploadPartCopyCommand({ ...whole, ...upload, PartNumber: 1, ...more }));
    await expect(copy({ CopySourceRange: `bytes=0-${6 * MIB}` })).rejects.toMatchObject(
      named("InvalidRange"),
    );
    await expect(copy({ CopySource: `${Bucket}/none` })).rejects.toMatchObject(named("NoSuchKey"));
    await expect(copy({ CopySourceIfMatch: '"other"' })).rejects.toMatchObject(
      named("PreconditionFailed"),
    );
    await client.send(new AbortMultipartUploadCommand(upload));
    await expect(copy({})).rejects.toMatchObject(named("NoSuchUpload"));
  });
});

describe("ListMultipartUploads", () => {
  it("gives every upload once, page by page, by the bytes of its key", async () => {
    const keys = ["many/\u{1F600}", "many/a", "many/\uFF5E", "many/a", "many/b"];
    const ids: string[] = [];
    for (const key of keys) ids.push((await start(key)).UploadId);
    const listed: { key: string | undefined; id: string | undefined }[] = [];
    let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
    for (let turn = 0; turn < 3; turn++) {
      const page = await client.send(
        new ListMultipartUploadsCommand({ Bucket, Prefix: "many/", MaxUploads: 2, ...marker }),
      );
      expect(page.IsTruncated).toBe(turn < 2);
      for (const { Key, UploadId } of page.Uploads ?? []) listed.push({ key: Key, id: UploadId });
      marker = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
    const sorted = ["many/a", "many/a", "many/b", "many/\uFF5E", "many/\u{1F600}"];
    expect(listed.map(({ key }) => key)).toEqual(sorted);
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(ids));
  });
});

describe("what is refused before it is stored", () => {
  it("parts whose CRC32 or SHA256 is not that of their bytes", async () => {
    const upload = await start("sums");
    const part = { ...upload, PartNumber: 1, Body: Buffer.from("hello") };
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32("hello"));
    const good = await client.send(
      new UploadPartCommand({ ...part, ChecksumCRC32: sum.toString("base64") }),
    );
    expect(good.ChecksumCRC32).toBe(sum.toString("base64"));
    const wrong = [
      { ChecksumCRC32: Buffer.alloc(4).toString("base64") },
      { ChecksumSHA256: Buffer.alloc(32).toString("base64") },
    ];
    for (const checksum of wrong) {
      await expect(
        client.send(new UploadPartCommand({ ...part, ...checksum })),
      ).rejects.toMatchObject(named("BadDigest"));
    }
  });

  it("a part by a presigned URL whose time is over", async () => {
    const upload = await start("late");
    const command = new UploadPartCommand({ ...upload, PartNumber: 1 });
    const url = await getSignedUrl(client, command, {
      expiresIn: 60,
      signingDate: new Date(Date.now() - 61_000),
    });
    const answer = await fetch(url, { method: "PUT", body: "late" });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("<Code>AccessDenied</Code>");
  });

  it("the completion of an upload onto a key that is there, when only a new one is wanted", async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: "there", Body: "first" }));
    const upload = await start("there");
    const { ETag } = await client.send(
      new UploadPartCommand({ ...upload, PartNumber: 1, Body: Buffer.from("second") }),
    );
    const input = { ...upload, MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] } };
    await expect(
      client.send(new CompleteMultipartUploadCommand({ ...input, IfNoneMatch: "*" })),
    ).rejects.toMatchObject(named("PreconditionFailed"));
    expect((await read("there")).toString()).toBe("first");
    // The refusal leaves the upload as it was.
    await client.send(new CompleteMultipartUploadCommand(input));
    expect((await read("there")).toString()).toBe("second");
  });

  it("all that would use up what must stay free on the disk, with a sentence that says so", async () => {
    const fullDir = await mkdtemp(join(dataDir, "full-"));
    const full = await open(fullDir, 2 ** 60);
    const refusal = {
      name: "InsufficientStorage",
      message: expect.stringContaining("Free some space"),
      $metadata: expect.objectContaining({ httpStatusCode: 507 }),
    };
    const put = new PutObjectCommand({ Bucket, Key: "x", Body: "x" });
    await expect(full.client.send(put)).rejects.toMatchObject(refusal);
    const { UploadId } = await full.client.send(
      new CreateMultipartUploadCommand({ Bucket, Key: "x" }),
    );
    const part = { Bucket, Key: "x", UploadId, PartNumber: 1, Body: Buffer.from("x") };
    await expect(full.client.send(new UploadPartCommand(part))).rejects.toMatchObject(refusal);
    await full.s3.close();
    expect(readdirSync(join(fullDir, "s3/data"))).toEqual([]);
  });
});
