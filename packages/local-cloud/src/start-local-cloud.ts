import { chmodSync, mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { externalPart } from "./external-part.ts";
import type { Environment } from "./external-part.ts";
import { startPostgres } from "./postgres/server.ts";
import { createWsProxy } from "./postgres/ws-proxy.ts";
import { LocalCloudError } from "./local-cloud-error.ts";
import { lockDataDir } from "./process/data-lock.ts";
import { PortBook } from "./process/ports.ts";
import type { PortName } from "./process/ports.ts";
import { loadSecrets } from "./process/secrets.ts";
import type { Secrets } from "./process/secrets.ts";
import { startQstash } from "./qstash/server.ts";
import { startRedisRest } from "./redis/server.ts";
import { startS3 } from "./s3/server.ts";

export interface LocalCloudOptions {
  /** All data of all parts. Made when absent; deleting it while stopped wipes everything. */
  readonly dataDir: string;
  /** Ports that must be these. Others stay the same between starts when they can. */
  readonly ports?: Partial<Record<PortName, number>>;
  /** Address to listen on. Default: this machine only. */
  readonly host?: string;
  readonly log?: (line: string) => void;
  /** Parts whose variables are set here are somebody else's and are not started. */
  readonly use?: Environment;
  /** `auto` (default): redis-server when there is one on PATH, else the built-in engine. */
  readonly redisEngine?: "auto" | "server" | "builtin";
  /** Factor on the queue's retry delays, so that tests need not wait for them. Default 1. */
  readonly retryScale?: number;
  /** How long the queue remembers a deduplication id. Default: 90 days. */
  readonly dedupWindowMs?: number;
}

export interface LocalCloud {
  /** The variables of ARCHITECTURE.md that the apps need to reach the parts. */
  readonly env: Record<string, string>;
  /** Stops what was started, also when one part makes trouble. Data stays. */
  stop(): Promise<void>;
}

/** What the start of one part gets: shared facts, and a place to leave its stop. */
interface Context {
  readonly dataDir: string;
  readonly host: string;
  readonly base: (port: number) => string;
  readonly book: PortBook;
  readonly secrets: Secrets;
  readonly log: (line: string) => void;
  readonly onStop: (stop: () => Promise<void>) => void;
}

const NEON_HOST = /\.neon\.(?:tech|build)$/u;

async function postgresPart(context: Context, use: Environment): Promise<Environment> {
  const { dataDir, host, book, secrets, log, onStop } = context;
  const external = externalPart("postgres", use);
  let databaseUrl = external?.["DATABASE_URL"];
  if (databaseUrl !== undefined) {
    const isReachable =
      external?.["DATABASE_WS_PROXY"] !== undefined ||
      NEON_HOST.test(new URL(databaseUrl).hostname);
    if (isReachable) return external ?? {};
  } else {
    const port = await book.choose("postgres");
    const password = secrets.postgresPassword;
    const postgres = await startPostgres({ dataDir, host, port, password, log });
    onStop(() => postgres.stop());
    databaseUrl = postgres.databaseUrl;
  }
  const proxy = createWsProxy(databaseUrl);
  const port = await book.open("pgProxy", proxy.server);
  onStop(() => proxy.close());
  const { host: authority } = new URL(context.base(port));
  return { DATABASE_URL: databaseUrl, DATABASE_WS_PROXY: `${authority}/v1` };
}

async function redisPart(
  context: Context,
  use: Environment,
  engine: "auto" | "server" | "builtin",
): Promise<Environment> {
  const external = externalPart("redis", use);
  if (external !== null) return external;
  const token = context.secrets.redisToken;
  const redis = await startRedisRest({ dataDir: context.dataDir, token, engine, log: context.log });
  context.onStop(() => redis.close());
  const port = await context.book.open("redisRest", redis.server);
  return { UPSTASH_REDIS_REST_URL: context.base(port), UPSTASH_REDIS_REST_TOKEN: token };
}

async function qstashPart(
  context: Context,
  use: Environment,
  { retryScale = 1, dedupWindowMs }: Pick<LocalCloudOptions, "retryScale" | "dedupWindowMs">,
): Promise<Environment> {
  const external = externalPart("qstash", use);
  if (external !== null) return external;
  const token = context.secrets.qstashToken;
  const qstash = await startQstash({
    dataDir: context.dataDir,
    token,
    retryScale,
    dedupWindowMs,
    log: context.log,
  });
  context.onStop(() => qstash.close());
  const port = await context.book.open("qstash", qstash.server);
  const keys = qstash.keys();
  return {
    QSTASH_URL: context.base(port),
    QSTASH_TOKEN: token,
    QSTASH_CURRENT_SIGNING_KEY: keys.current,
    QSTASH_NEXT_SIGNING_KEY: keys.next,
  };
}

const BUCKET = "cutroom";
const REGION = "us-east-1";

async function s3Part(context: Context, use: Environment): Promise<Environment> {
  const external = externalPart("s3", use);
  if (external !== null) return external;
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = context.secrets;
  const s3 = await startS3({
    dataDir: context.dataDir,
    region: REGION,
    buckets: [BUCKET],
    credentials: { accessKeyId, secretAccessKey },
    log: context.log,
  });
  context.onStop(() => s3.close());
  const port = await context.book.open("s3", s3.server);
  return {
    // A CDN may stand before the embedded store as well.
    CDN_BASE_URL: use["CDN_BASE_URL"] || undefined,
    S3_ENDPOINT: context.base(port),
    S3_REGION: REGION,
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
}

function publicBase(host: string): (port: number) => string {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const authority = reachable.includes(":") ? `[${reachable}]` : reachable;
  return (port) => `http://${authority}:${port}`;
}

/**
 * Makes the folder ours: locked, and with its keys.
 * @throws {LocalCloudError} `already-running`, or `part-failed` when it is another user's.
 */
function openDataDir(dataDir: string): { secrets: Secrets; unlock: () => void } {
  try {
    mkdirSync(dataDir, { recursive: true });
    // Others may pass through but not look in: Postgres may have to run as another user.
    chmodSync(dataDir, 0o711);
    const unlock = lockDataDir(dataDir);
    return { secrets: loadSecrets(dataDir), unlock };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "EACCES" && code !== "EPERM") throw error;
    throw new LocalCloudError(
      "part-failed",
      `The data folder ${dataDir} belongs to another user. Start as that user, or use another ` +
        "folder.",
      { cause: error },
    );
  }
}

/**
 * Starts Postgres, Redis by REST, QStash and S3 on this machine, all on data in one folder.
 * Either everything runs when this resolves, or nothing is left running.
 * @throws {LocalCloudError} see its codes.
 */
export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const dataDir = resolve(options.dataDir);
  const host = options.host ?? "127.0.0.1";
  const { secrets, unlock } = openDataDir(dataDir);
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (const stopPart of stops.splice(0).toReversed()) {
      await stopPart().catch((error: unknown) => failures.push(error));
    }
    unlock();
    if (failures.length > 0) throw new AggregateError(failures, "Some parts did not stop cleanly.");
  };
  const use = options.use ?? {};
  const context: Context = {
    dataDir,
    host,
    base: publicBase(host),
    book: new PortBook(dataDir, host, options.ports ?? {}),
    secrets,
    log: options.log ?? ((): void => undefined),
    onStop: (stopPart) => stops.push(stopPart),
  };
  const parts = await Promise.allSettled([
    postgresPart(context, use),
    redisPart(context, use, options.redisEngine ?? "auto"),
    qstashPart(context, use, options),
    s3Part(context, use),
  ]);
  const env: Record<string, string> = {};
  for (const part of parts) {
    if (part.status === "rejected") {
      await stop();
      throw part.reason;
    }
    for (const [name, value] of Object.entries(part.value)) {
      if (value !== undefined) env[name] = value;
    }
  }
  return { env, stop };
}
