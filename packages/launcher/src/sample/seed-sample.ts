/** Gives the demo account its sample project, through the public API like anyone else. */
import { type Asset, type Client, createClient } from "@cutroom/contracts";
import type { MediaEngine } from "@cutroom/ports";
import { sampleDocument } from "./document.ts";
import { type SampleFile, makeSampleMedia } from "./make-media.ts";

const INGEST_TIMEOUT_MS = 300_000;

type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: { readonly code: string } };

async function expect<T>(what: string, call: Promise<Answer<T>>): Promise<T> {
  const answer = await call;
  if (answer.ok) return answer.value;
  throw new Error(`${what} failed: ${answer.failure.code}`);
}

async function signIn(apiUrl: string, webUrl: string): Promise<Client> {
  const response = await fetch(`${apiUrl}/auth/demo`, {
    method: "POST",
    headers: { origin: webUrl },
  });
  if (!response.ok) throw new Error(`the demo sign-in answered ${response.status}`);
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return createClient({ baseUrl: apiUrl, fetch, headers: { cookie, origin: webUrl } });
}

async function upload(client: Client, file: SampleFile): Promise<string> {
  const created = await expect(
    "announcing a sample file",
    client.createUpload({
      body: {
        file_name: file.name,
        size_bytes: file.bytes.byteLength,
        content_type: file.contentType,
      },
    }),
  );
  if (created.upload === null) return created.asset.id;
  const { id, part_size, part_count } = created.upload;
  const numbers = Array.from({ length: part_count }, (_, index) => index + 1);
  const { parts } = await expect(
    "signing",
    client.signUploadParts({ params: { upload_id: id }, body: { part_numbers: numbers } }),
  );
  for (const part of parts) {
    const body = file.bytes.subarray(
      (part.part_number - 1) * part_size,
      part.part_number * part_size,
    );
    const sent = await fetch(part.url, { method: "PUT", body: new Uint8Array(body) });
    if (!sent.ok) throw new Error(`the object store answered ${sent.status}`);
  }
  const done = await expect(
    "completing a sample file",
    client.completeUpload({ params: { upload_id: id }, body: {} }),
  );
  return done.asset.id;
}

async function untilReady(client: Client, assetId: string): Promise<Asset> {
  const deadline = Date.now() + INGEST_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const asset = await expect(
      "reading a sample file",
      client.getAsset({ params: { asset_id: assetId } }),
    );
    if (asset.state === "READY") return asset;
    if (asset.state === "REFUSED")
      throw new Error(`${asset.name} was refused: ${asset.failure?.code}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error("preparing the sample media took too long");
}

/** Makes the sample once: an account that has any project is left alone. */
export async function seedSample(options: {
  readonly apiUrl: string;
  readonly webUrl: string;
  readonly engine: MediaEngine;
  readonly onProgress: (text: string) => void;
}): Promise<void> {
  const client = await signIn(options.apiUrl, options.webUrl);
  const { projects } = await expect("listing projects", client.listProjects());
  if (projects.length > 0) return;
  const made = await makeSampleMedia(options.engine, options.onProgress);
  options.onProgress("preparing proxies");
  const ids: string[] = [];
  for (const file of [...made.scenes, made.music]) ids.push(await upload(client, file));
  const [dunes, tide, ridge, music] = await Promise.all(ids.map((id) => untilReady(client, id)));
  if (!dunes || !tide || !ridge || !music) throw new Error("a sample file is missing");
  await expect(
    "creating the sample project",
    client.createProject({
      body: {
        name: "A day in three horizons",
        document: sampleDocument([dunes, tide, ridge], music),
      },
    }),
  );
}
