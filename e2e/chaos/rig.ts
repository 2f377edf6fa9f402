/** The whole product as processes that can be hurt one by one: cloud parts, API, two farms. */
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type OpenDatabase, createDatabase, migrate } from "@cutroom/db";
import { freePort } from "@cutroom/testkit";
import { WebSocket } from "ws";
import { startBalancer } from "./balancer.ts";
import { Part } from "./part.ts";
import type { PartPlan } from "./part.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CLOUD = join(ROOT, "packages/local-cloud/src/bin.ts");
const CLOCK = fileURLToPath(new URL("clock-offset.mjs", import.meta.url));

type Variables = Readonly<Record<string, string>>;

/** A cloud process starts only the parts whose variables are not set: here, all but one are. */
const ELSEWHERE: Readonly<Record<CloudPart, Variables>> = {
  postgres: { DATABASE_URL: "postgres://none", DATABASE_WS_PROXY: "127.0.0.1:1/v1" },
  redis: { UPSTASH_REDIS_REST_URL: "http://127.0.0.1:1", UPSTASH_REDIS_REST_TOKEN: "none" },
  qstash: {
    QSTASH_URL: "http://127.0.0.1:1",
    QSTASH_TOKEN: "none",
    QSTASH_CURRENT_SIGNING_KEY: "none",
    QSTASH_NEXT_SIGNING_KEY: "none",
  },
  s3: {
    S3_ENDPOINT: "http://127.0.0.1:1",
    S3_REGION: "none",
    S3_BUCKET: "none",
    S3_ACCESS_KEY_ID: "none",
    S3_SECRET_ACCESS_KEY: "none",
  },
};
export const CLOUD_PARTS = ["postgres", "redis", "qstash", "s3"] as const;
export type CloudPart = (typeof CLOUD_PARTS)[number];
const PORTS: Readonly<Record<CloudPart, readonly string[]>> = {
  postgres: ["--postgres-port", "--pg-proxy-port"],
  redis: ["--redis-rest-port"],
  qstash: ["--qstash-port"],
  s3: ["--s3-port"],
};

export interface Rig {
  readonly env: Variables;
  readonly cloud: Readonly<Record<CloudPart, Part>>;
  readonly api: Part;
  readonly farms: readonly Part[];
  readonly logs: string;
  /** Set when somebody will want to read them. */
  keepsLogs: boolean;
  /** What makes a farm's clock wrong by so much, for `start`. */
  readonly wrongClock: (offsetMs: number) => Variables;
  stop(): Promise<void>;
}

/** A way of one's own into the rig's database; whoever asks closes it. */
export function openDatabaseOf(rig: Rig, maxConnections: number): OpenDatabase {
  return createDatabase({
    databaseUrl: rig.env["DATABASE_URL"] ?? "",
    wsProxy: rig.env["DATABASE_WS_PROXY"],
    webSocket: WebSocket,
    maxConnections,
  });
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

async function cloudPart(name: CloudPart, folder: string, learned: Record<string, string>) {
  const flags: string[] = [];
  for (const flag of PORTS[name]) flags.push(flag, String(await freePort()));
  const others = CLOUD_PARTS.filter((other) => other !== name).map((other) => ELSEWHERE[other]);
  const own = Object.keys(ELSEWHERE[name]);
  let isReady = false;
  const part = new Part({
    name,
    args: ["--import", "tsx", CLOUD, "--data-dir", join(folder, name), ...flags],
    cwd: join(ROOT, "e2e"),
    env: () => {
      isReady = false;
      return Object.assign({}, ...others);
    },
    logFile: join(folder, "logs", `${name}.log`),
    isUp: async () => isReady,
    onLine: (line) => {
      const told: { env?: Record<string, string> } = JSON.parse(line);
      for (const key of own) learned[key] = told.env?.[key] ?? learned[key] ?? "";
      isReady = told.env !== undefined;
    },
  });
  await part.start();
  return part;
}

/** What runs as a farm, with its variables set. */
export type FarmProgram = Pick<PartPlan, "program" | "args">;
const BUILT_FARM: FarmProgram = { args: [join(ROOT, "render-farm/dist/main.js")] };

/** Starts everything on free ports in a folder of its own. */
export async function startRig(farmProgram: FarmProgram = BUILT_FARM): Promise<Rig> {
  const folder = mkdtempSync(join(tmpdir(), "cutroom-chaos-"));
  const logs = join(folder, "logs");
  mkdirSync(logs);
  const env: Record<string, string> = {};
  const started = await Promise.all(CLOUD_PARTS.map((name) => cloudPart(name, folder, env)));
  const [postgres, redis, qstash, s3] = started;
  if (!postgres || !redis || !qstash || !s3) throw new Error("a part is missing");
  await migrate({
    databaseUrl: env["DATABASE_URL"] ?? "",
    wsProxy: env["DATABASE_WS_PROXY"] ?? "",
  });
  const [apiPort, wakePort, ...farmPorts] = await Promise.all(Array.from({ length: 4 }, freePort));
  if (apiPort === undefined || wakePort === undefined) throw new Error("no free port");
  Object.assign(env, {
    API_URL: `http://127.0.0.1:${apiPort}`,
    FARM_URL: `http://127.0.0.1:${wakePort}`,
    WEB_URL: "http://127.0.0.1:1",
    FARM_TOKEN: randomBytes(32).toString("hex"),
    AUTH_SECRET: randomBytes(32).toString("hex"),
    HOST: "127.0.0.1",
  });
  const app = (name: string, what: FarmProgram, port: number, extra: Variables) =>
    new Part({
      name,
      ...what,
      cwd: ROOT,
      env: () => ({ ...env, ...extra, PORT: String(port) }),
      logFile: join(logs, `${name}.log`),
      isUp: () => answers(`http://127.0.0.1:${port}/healthz`),
    });
  const api = app("api", { args: [join(ROOT, "edge-api/dist/node.js")] }, apiPort, {});
  const farms = farmPorts.map((port, index) =>
    app(`farm-${index}`, farmProgram, port, {
      FARM_CONCURRENCY: "1",
      // Every film is rendered, and none is found.
      FARM_CACHE_MIB: "0",
      FARM_SCRATCH_DIR: join(folder, `scratch-${index}`),
    }),
  );
  const balancer = await startBalancer(wakePort, farmPorts);
  for (const part of [api, ...farms]) await part.start();
  const rig: Rig = {
    env,
    cloud: { postgres, redis, qstash, s3 },
    api,
    farms,
    logs,
    keepsLogs: false,
    wrongClock: (offsetMs) => ({
      NODE_OPTIONS: `--import ${CLOCK}`,
      CHAOS_CLOCK_OFFSET_MS: String(offsetMs),
    }),
    stop: async () => {
      balancer.close();
      for (const part of [...farms, api, ...started]) await part.stop();
      if (!rig.keepsLogs) rmSync(folder, { recursive: true, force: true });
    },
  };
  return rig;
}
