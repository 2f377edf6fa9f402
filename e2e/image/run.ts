/** `deploy/try-image.sh`: farms in containers, held as the manifests hold them, at work for an API here. */
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@cutroom/contracts";
import { titleClip } from "@cutroom/testkit";
import { announce, must } from "../by-api.ts";
import { openWorkspace } from "../chaos/load.ts";
import type { Part } from "../chaos/part.ts";
import { openDatabaseOf, startRig } from "../chaos/rig.ts";
import type { FarmProgram } from "../chaos/rig.ts";

const IMAGE = "cutroom/render-farm:0.1.0";
const FILM = new URL("../fixtures/baseline.mp4", import.meta.url);
const FLICKS_PER_SECOND = 705_600_000;
const PATIENCE_MS = 120_000;
/** As long as the manifest lets it end. */
const GRACE_MS = 20_000;
/** HOST and FARM_SCRATCH_DIR are the image's own. */
const GIVEN = [
  "API_URL",
  "FARM_URL",
  "FARM_TOKEN",
  "QSTASH_CURRENT_SIGNING_KEY",
  "QSTASH_NEXT_SIGNING_KEY",
  "PORT",
  "FARM_CONCURRENCY",
  "FARM_CACHE_MIB",
];
const HELD =
  "--read-only --cap-drop all --security-opt no-new-privileges --tmpfs /tmp:size=256m --volume /scratch";
const LIMITS = "--ulimit nofile=20000:20000 --ulimit nproc=4096:4096";

/** As `deploy/kubernetes/farm.yaml` has it; the network is this machine's, where cloud and API are. */
const container: FarmProgram = {
  program: process.env["ENGINE"] ?? "docker",
  args: [
    ..."run --rm --network host".split(" "),
    ...`${HELD} ${LIMITS}`.split(" "),
    ...GIVEN.flatMap((name) => ["--env", name]),
    IMAGE,
  ],
};

const say = (what: string) => process.stdout.write(`  ${what}\n`);

/** SIGTERM, and the exit code of who has ended in order. */
async function mustEnd(what: string, farm: Part | undefined): Promise<void> {
  const code = await farm?.stop(GRACE_MS);
  if (code !== 0) throw new Error(`${what} ended with ${String(code)} at SIGTERM, not with 0`);
  say(`${what} ends with 0 at SIGTERM`);
}

async function newTask(client: Client, seconds: number): Promise<string> {
  const { id, document } = must(await client.createProject({ body: { name: "Image" } }));
  const track = Object.values(document.tracks).find(({ kind }) => kind === "text");
  const durationFlicks = seconds * FLICKS_PER_SECOND;
  const title = titleClip({
    id: "one",
    trackId: track?.id ?? "",
    durationFlicks,
    text: "图像 Image",
  });
  const ops = [{ path: ["clips", "one"], value: title }];
  must(await client.patchProject({ params: { project_id: id }, body: { base_revision: 0, ops } }));
  const body = { project_id: id, spec: { resolution: 720 as const } };
  return must(await client.createExport({ body, idempotencyKey: id })).task_id;
}

async function untilState(client: Client, taskId: string, wanted: string): Promise<void> {
  const endMs = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await client.getTask({ params: { task_id: taskId }, query: {} });
    // A busy machine may be told to ask again.
    const state = answer.ok ? answer.value.state : answer.failure.code;
    if (state === wanted) return;
    if (Date.now() > endMs) throw new Error(`the task is ${state}, not ${wanted}`);
    await sleep(100);
  }
}

const rig = await startRig(container);
const opened = openDatabaseOf(rig, 2);
try {
  const client = await openWorkspace(opened.database, rig.env["API_URL"] ?? "");
  const [first, second] = rig.farms;
  const log = await readFile(`${rig.logs}/farm-0.log`, "utf8");
  for (const line of log.matchAll(/^\{"event":"farm\..*$/gm)) say(line[0]);

  const film = await announce(client, await readFile(FILM), "baseline.mp4");
  await film.send();
  await untilState(client, await film.complete(), "SUCCEEDED");
  say("a film is prepared");
  await untilState(client, await newTask(client, 2), "SUCCEEDED");
  say("an export is rendered");

  await mustEnd("an idle farm", second);
  const long = await newTask(client, 120);
  await untilState(client, long, "RUNNING");
  await sleep(2_000);
  await mustEnd("a farm in the middle of an export", first);
  await untilState(client, long, "QUEUED");
  await second?.start();
  await untilState(client, long, "SUCCEEDED");
  say("the export that it gave back is rendered by another");
} catch (error) {
  rig.keepsLogs = true;
  process.stderr.write(`The logs: ${rig.logs}\n`);
  throw error;
} finally {
  await opened.close();
  await rig.stop();
}
