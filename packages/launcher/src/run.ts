/**
 * The second half of `npm start`: everything is installed and built. Starts the local cloud,
 * migrates, seeds, starts the apps, prints one URL, and stops all of it in order.
 */
import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrate, seedDemo } from "@cutroom/db";
import { type LocalCloud, startLocalCloud, startVendors } from "@cutroom/local-cloud";
import { chooseAddresses, describeApps } from "./apps.ts";
import { step } from "./bootstrap.mjs";
import { chooseEngine } from "./engine.ts";
import { type LauncherEnv, readLauncherEnv } from "./env.ts";
import { appendToLog } from "./log-file.ts";
import { claimRunning } from "./running.mjs";
import { seedSample } from "./sample/seed-sample.ts";
import { Supervisor } from "./supervise.ts";

/** Secrets of this installation: made once, kept beside the data they protect. */
function installationSecrets(dataDir: string): {
  readonly AUTH_SECRET: string;
  readonly FARM_TOKEN: string;
} {
  const file = join(dataDir, "secrets.json");
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    const secrets = {
      AUTH_SECRET: randomBytes(32).toString("hex"),
      FARM_TOKEN: randomBytes(32).toString("hex"),
    };
    writeFileSync(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    return secrets;
  }
}

/** Somebody asked it to stop: the normal end. */
class StopAsked extends Error {}

/** Rejects with StopAsked at the first SIGINT or SIGTERM. */
function untilStopAsked(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => reject(new StopAsked()));
    }
  });
}

interface Running {
  readonly env: LauncherEnv;
  readonly supervisor: Supervisor;
  /** Called once, at the start of the cloud, so that whoever stops can wait for it and stop it. */
  readonly onCloud: (cloud: Promise<LocalCloud>) => void;
  /** A step that everybody sees; ends at once, by StopAsked, when somebody asks for that. */
  readonly phase: <T>(
    label: string,
    work: (note: (text: string) => void) => Promise<T>,
  ) => Promise<T>;
}

/** Starts everything and gives the public addresses. */
async function startAll({ env, supervisor, onCloud, phase }: Running) {
  const dataDir = env.CUTROOM_DATA_DIR;
  const cloud = await phase("Starting Postgres, Redis, the queue and the object store", () => {
    const starting = startLocalCloud({
      dataDir: join(dataDir, "cloud"),
      host: env.HOST,
      use: process.env,
      log: (line) => appendToLog(join(dataDir, "logs/local-cloud.log"), `${line}\n`),
    });
    onCloud(starting);
    return starting;
  });
  const databaseUrl = cloud.env.DATABASE_URL ?? "";
  const wsProxy = cloud.env.DATABASE_WS_PROXY;
  const database = wsProxy === undefined ? { databaseUrl } : { databaseUrl, wsProxy };
  await phase("Migrating the database", () => migrate(database));
  if (env.DEMO_SIGN_IN === "1") await phase("Seeding the demo account", () => seedDemo(database));

  const engine = await chooseEngine(env.FARM_ENGINE);
  process.stdout.write(
    `  ✓ FFmpeg: ${engine.kind === "native" ? "native" : "WebAssembly (no native ffmpeg in use: exports are slower)"}, version ${engine.version}\n`,
  );
  const addresses = await chooseAddresses(env);
  const shared = { ...cloud.env, ...installationSecrets(dataDir), ...addresses.urls };
  // They end with this process, and forget everything: for trying out, without any account.
  const simulated = env.SIMULATED_VENDORS === "1" ? (await startVendors()).env : {};
  await phase("Starting the API, the farm and the web app", async () => {
    // The API comes first: the farm registers with it as soon as it runs.
    const [api, ...others] = describeApps({ ...env, ...simulated }, shared, addresses);
    await supervisor.start(api);
    await Promise.all(others.map((app) => supervisor.start(app)));
  });
  if (env.DEMO_SIGN_IN === "1" && env.CUTROOM_SAMPLE === "1") {
    const { API_URL: apiUrl, WEB_URL: webUrl } = addresses.urls;
    await phase("Making the sample project", (onProgress) =>
      seedSample({ apiUrl, webUrl, engine, onProgress }),
    );
  }
  await engine.close();
  return addresses.urls;
}

async function main(): Promise<void> {
  const env = readLauncherEnv(process.env);
  const dataDir = env.CUTROOM_DATA_DIR;
  const stopAsked = untilStopAsked();
  stopAsked.catch(() => undefined);
  const claim = claimRunning(dataDir);
  const supervisor = new Supervisor(dataDir);
  let cloud: Promise<LocalCloud> | undefined;
  try {
    const urls = await startAll({
      env,
      supervisor,
      onCloud: (starting) => (cloud = starting),
      phase: (label, work) =>
        step(label, (note: (text: string) => void) => Promise.race([work(note), stopAsked])),
    });
    claim.update({ ready: true, url: urls.WEB_URL, ...urls });
    process.stdout.write(
      `\n  Cutroom is ready:  ${urls.WEB_URL}\n  Stop it with Ctrl-C. Your work stays in ${dataDir}\n\n`,
    );
    await stopAsked;
  } catch (error) {
    await supervisor.stop();
    // One that did not start has nothing to stop; why, is the error that is thrown below.
    const started = await cloud?.catch(() => null);
    await started?.stop();
    claim.release();
    if (!(error instanceof StopAsked)) throw error;
    process.stdout.write("\n  Stopped.\n\n");
  }
}

try {
  await main();
  process.exit(0);
} catch (error) {
  process.stderr.write(`\n  ${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exit(1);
}
