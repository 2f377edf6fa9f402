/** An export long enough to be rendered in shares, one of whose workers is killed at its share. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Client } from "@cutroom/contracts";
import type { Database } from "@cutroom/db";
import { titleClip } from "@cutroom/testkit";
import { sql } from "drizzle-orm";
import type { Part } from "./part.ts";
import type { Rig } from "./rig.ts";

const run = promisify(execFile);
const FLICKS_PER_SECOND = 705_600_000;
const POLL_MS = 100;
const PATIENCE_MS = 150_000;
/** The price is for pixels and seconds, so this is four shares, and few frames to encode. */
const SPEC = { resolution: 2160, quality: "high", rate: { n: 1, d: 2 } } as const;
/** One for each frame. */
const TITLES = 20;
const TITLE_SECONDS = 2;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Titles one after the other, so that no frame is like another. */
async function newProject(client: Client): Promise<string> {
  const made = await client.createProject({ body: { name: "Shared" } });
  if (!made.ok) throw new Error(JSON.stringify(made.failure));
  const track = Object.values(made.value.document.tracks).find(({ kind }) => kind === "text");
  if (track === undefined) throw new Error("a new project has a text track");
  const durationFlicks = TITLE_SECONDS * FLICKS_PER_SECOND;
  const ops = Array.from({ length: TITLES }, (_, index) => {
    const id = `title-${index}`;
    const title = titleClip({ id, trackId: track.id, durationFlicks, text: `No. ${index}` });
    return { path: ["clips", id], value: { ...title, start: index * durationFlicks } };
  });
  const params = { project_id: made.value.id };
  const patched = await client.patchProject({ params, body: { base_revision: 0, ops } });
  if (!patched.ok) throw new Error(JSON.stringify(patched.failure));
  return made.value.id;
}

async function submit(client: Client, projectId: string): Promise<string> {
  const sent = await client.createExport({
    body: { project_id: projectId, spec: SPEC },
    idempotencyKey: `chaos-shared-${projectId}`,
  });
  if (!sent.ok) throw new Error(JSON.stringify(sent.failure));
  return sent.value.task_id;
}

/** The sums of its pictures, one line each, once it has ended; or how else it ended. */
async function framesOf(client: Client, taskId: string): Promise<string> {
  for (const endMs = Date.now() + PATIENCE_MS; Date.now() < endMs; await sleep(POLL_MS)) {
    const got = await client.getTask({ params: { task_id: taskId }, query: {} });
    if (!got.ok) throw new Error(JSON.stringify(got.failure));
    const { state, output } = got.value;
    if (state === "SUCCEEDED" && output !== null) {
      const args = ["-v", "error", "-i", output.video_url, "-map", "0:v", "-f", "framemd5", "-"];
      return (await run("ffmpeg", args)).stdout;
    }
    if (["SUCCEEDED", "FAILED", "CANCELED", "EXPIRED"].includes(state)) return state;
  }
  return "no end";
}

/** By what it last said when it began to listen. */
async function workerOf(rig: Rig, farm: Part): Promise<string | undefined> {
  const log = await readFile(`${rig.logs}/${farm.name}.log`, "utf8");
  return [...log.matchAll(/"event":"farm\.listening".*"worker":"([^"]+)"/g)].at(-1)?.[1];
}

/** Shares that somebody works on. */
async function sharesAtWork(database: Database, taskId: string) {
  const { rows } = await database.execute<{ id: string; worker: string }>(sql`
    select s.id, l.worker_id as worker from step s join step_lease l on l.step_id = s.id
     where s.task_id = ${taskId} and s.kind = 'segments' and s.state = 'RUNNING'`);
  return rows;
}

/** Kills a farm that renders a share of this while another renders another; the step it had. */
async function killOneOfTwo(rig: Rig, database: Database, taskId: string): Promise<string> {
  for (const endMs = Date.now() + PATIENCE_MS; Date.now() < endMs; await sleep(POLL_MS)) {
    const shares = await sharesAtWork(database, taskId);
    if (new Set(shares.map(({ worker }) => worker)).size < 2) continue;
    for (const farm of rig.farms) {
      const worker = await workerOf(rig, farm);
      const share = shares.find((one) => one.worker === worker);
      if (share === undefined) continue;
      await farm.kill();
      await farm.start();
      return share.id;
    }
  }
  throw new Error("two farms never rendered shares of one film at once");
}

export interface SharedFilm {
  /** Renders it once more, kills a farm meanwhile, and says what is not as it should be. */
  hurt(): Promise<readonly string[]>;
}

/** Renders it undisturbed first; the second is another project, so that no share is found again. */
export async function openSharedFilm(
  rig: Rig,
  database: Database,
  client: Client,
): Promise<SharedFilm> {
  const undisturbed = await framesOf(client, await submit(client, await newProject(client)));
  if (undisturbed.split("\n").length < TITLES) throw new Error(undisturbed);
  return {
    async hurt() {
      const taskId = await submit(client, await newProject(client));
      const killed = await killOneOfTwo(rig, database, taskId);
      // Nobody renews this lease: waiting for its end would prove no more.
      await database.execute(
        sql`update step_lease set lease_until = now() where step_id = ${killed}`,
      );
      const frames = await framesOf(client, taskId);
      const { rows } = await database.execute<{ id: string; attempt: number }>(
        sql`select id, attempt from step where task_id = ${taskId}`,
      );
      const again = rows.filter(({ attempt }) => attempt > 1).map(({ id }) => id);
      return [
        ...(frames === undisturbed ? [] : [`its frames are not those of the undisturbed one`]),
        ...(again.join() === killed ? [] : [`rendered again: ${again.join() || "none"}`]),
      ];
    },
  };
}
