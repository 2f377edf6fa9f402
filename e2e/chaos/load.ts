/** People who go on asking for exports, whatever happens, and remember what they were promised. */
import { createHash, randomBytes } from "node:crypto";
import { createClient } from "@cutroom/contracts";
import type { Client } from "@cutroom/contracts";
import { asSystem, grantCredits, openAccounts, schema } from "@cutroom/db";
import type { Database } from "@cutroom/db";
import { SCOPES, makeApiKey } from "@cutroom/domain";
import { titleClip } from "@cutroom/testkit";

const FLICKS_PER_SECOND = 705_600_000;
const POLL_MS = 500;
const ENDED: ReadonlySet<string> = new Set(["SUCCEEDED", "FAILED", "CANCELED", "EXPIRED"]);
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A workspace that may do everything, and its client. */
export async function openWorkspace(database: Database, apiUrl: string): Promise<Client> {
  const sha256 = async (bytes: Uint8Array) =>
    new Uint8Array(createHash("sha256").update(bytes).digest());
  const secret = randomBytes(24).toString("hex");
  const made = await makeApiKey({ prefix: "chaos000", secret }, sha256);
  const [tenantId, userId] = ["tenant_chaos", "user_chaos"];
  await asSystem(database, async (tx) => {
    const email = "chaos@example.com";
    await tx.insert(schema.user).values({ id: userId, name: "Chaos", email });
    await tx.insert(schema.tenant).values({ id: tenantId, name: "Chaos", plan: "enterprise" });
    await tx.insert(schema.membership).values({ tenantId, userId, role: "owner" });
    await openAccounts(tx, tenantId);
    await grantCredits(tx, { tenantId, amount: 1_000_000, cause: "chaos", reason: "chaos" });
    await tx.insert(schema.apiKey).values({
      id: "key_chaos",
      tenantId,
      userId,
      name: "chaos",
      prefix: made.prefix,
      hash: made.hash,
      scopes: [...SCOPES],
    });
  });
  const headers = { authorization: `Bearer ${made.key}` };
  const patient: typeof fetch = (url, init) =>
    fetch(url, { ...init, signal: AbortSignal.timeout(20_000) });
  return createClient({ baseUrl: apiUrl, fetch: patient, headers });
}

/** A project of one short title: it needs no media and renders quickly. */
export async function titleProject(client: Client): Promise<string> {
  const made = await client.createProject({ body: { name: "Chaos" } });
  if (!made.ok) throw new Error(JSON.stringify(made.failure));
  const track = Object.values(made.value.document.tracks).find(({ kind }) => kind === "text");
  if (track === undefined) throw new Error("a new project has a text track");
  const durationFlicks = FLICKS_PER_SECOND / 2;
  const clip = titleClip({ id: "title-1", trackId: track.id, durationFlicks, text: "Chaos" });
  const body = { base_revision: 0, ops: [{ path: ["clips", "title-1"], value: clip }] };
  const patched = await client.patchProject({ params: { project_id: made.value.id }, body });
  if (!patched.ok) throw new Error(JSON.stringify(patched.failure));
  return made.value.id;
}

export class Load {
  /** Tasks that were acknowledged. */
  readonly promised = new Set<string>();
  /** How each of them ended. */
  readonly ended = new Map<string, string>();
  /** Keys that got two answers. */
  readonly changedAnswers: string[] = [];
  #isOver = false;
  #running: Promise<unknown> = Promise.resolve();
  #keys = 0;
  readonly #client: Client;
  readonly #projectId: string;

  constructor(client: Client, projectId: string) {
    this.#client = client;
    this.#projectId = projectId;
  }

  /** So many people, each with one export at a time. */
  start(people: number): void {
    this.#running = Promise.all(Array.from({ length: people }, () => this.#person()));
  }

  /** Nobody begins anything any more; what was promised is waited for. */
  async finish(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #person(): Promise<void> {
    while (!this.#isOver) {
      this.#keys += 1;
      const taskId = await this.#submit(`chaos-key-${this.#keys}`);
      if (taskId !== null) await this.#untilEnded(taskId);
    }
  }

  /** The same key until somebody answers; now and then again although somebody did. */
  async #submit(key: string): Promise<string | null> {
    let first: string | null = null;
    for (let tries = 0; tries < 240; tries += 1) {
      const answer = await this.#ask(key);
      if (answer === null) {
        await sleep(POLL_MS);
        continue;
      }
      if (first !== null && first !== answer) this.changedAnswers.push(key);
      const isRepeated = first !== null || Math.random() < 0.7;
      first ??= answer;
      this.promised.add(answer);
      if (isRepeated) return first;
    }
    return first;
  }

  /** Null when nobody can know: an error, an outage, a request under way. */
  async #ask(key: string): Promise<string | null> {
    try {
      const answer = await this.#client.createExport({
        body: { project_id: this.#projectId, spec: { resolution: 360, quality: "draft" } },
        idempotencyKey: key,
      });
      return answer.ok ? answer.value.task_id : null;
    } catch {
      return null;
    }
  }

  async #untilEnded(taskId: string): Promise<void> {
    for (;;) {
      await sleep(POLL_MS);
      try {
        const got = await this.#client.getTask({ params: { task_id: taskId }, query: {} });
        if (!got.ok || !ENDED.has(got.value.state)) continue;
        this.ended.set(taskId, got.value.state);
        return;
      } catch {
        // Whoever is down comes back.
      }
    }
  }
}
