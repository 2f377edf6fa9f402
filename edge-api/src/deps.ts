/** The composition root: the only place that picks adapters. */
import { createAltchaCaptcha } from "@cutroom/adapters/captcha/altcha";
import { createIds, systemClock } from "@cutroom/adapters/clock/system";
import { createGenerators } from "@cutroom/adapters/generator/configured";
import { guardKeyValue } from "@cutroom/adapters/key-value/guarded";
import { createUpstashKeyValue } from "@cutroom/adapters/key-value/upstash";
import { createS3ObjectStore } from "@cutroom/adapters/object-store/s3";
import { createWebhookNotifier } from "@cutroom/adapters/notifier/webhook";
import type { Outbound } from "@cutroom/adapters/notifier/webhook";
import { createQstashQueue, createQstashVerifier } from "@cutroom/adapters/queue/qstash";
import { createDatabase } from "@cutroom/db";
import type { Database, DatabaseSettings } from "@cutroom/db";
import type { Sha256, VendorName } from "@cutroom/domain";
import type {
  Captcha,
  Clock,
  Generator,
  Ids,
  KeyValue,
  Notifier,
  ObjectStore,
  Queue,
  QueueVerifier,
} from "@cutroom/ports";
import { createAuth } from "./auth.ts";
import type { Auth } from "./auth.ts";
import { passBy } from "./crash-points.ts";
import type { Reach } from "./crash-points.ts";
import { createDispatch } from "./dispatch.ts";
import type { Dispatch } from "./dispatch.ts";
import type { Env } from "./env.ts";
import { createStreamGate } from "./stream-gate.ts";
import type { StreamGate } from "./stream-gate.ts";

export type { Outbound };

/** One line of the log: never media, prompts, tokens or secrets. */
export interface LogEntry {
  readonly level: "info" | "warn" | "error";
  readonly message: string;
  readonly [fact: string]: unknown;
}

export interface HopAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Ends it unread. */
  readonly discard: () => void;
}

/**
 * GETs an address that somebody else chose, following no redirect. `blocked`: it may not be
 * called.
 * @throws when nothing answered in time, or at all.
 */
export type Hop = (get: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}) => Promise<HopAnswer | "blocked">;

export interface Deps {
  readonly env: Env;
  readonly database: Database;
  readonly keyValue: KeyValue;
  readonly queue: Queue;
  readonly queueVerifier: QueueVerifier;
  readonly store: ObjectStore;
  readonly notifier: Notifier;
  /** The vendors that this deployment has a key for (G1). */
  readonly generators: ReadonlyMap<VendorName, Generator>;
  /** How an output of a vendor is fetched: from its own host, or from the rest of the world. */
  readonly hopTo: (url: string) => Hop;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly auth: Auth;
  readonly captcha: Captcha;
  readonly sha256: Sha256;
  /** A number in [0, 1). */
  readonly chance: () => number;
  readonly log: (entry: LogEntry) => void;
  /** Lets work outlive the answer: `waitUntil` at the edge, a tracked promise on Node. */
  readonly defer: (work: Promise<unknown>) => void;
  readonly streams: StreamGate;
  /** Claims and successes of this process, several in one statement. */
  readonly dispatch: Dispatch;
  /** Names a place between two effects, where a process may die. */
  readonly reach: Reach;
}

export interface Platform {
  /** How this platform calls addresses that tenants chose. */
  readonly outbound: (settings: { readonly allowPrivate: boolean }) => Outbound;
  /** How it fetches what vendors have made; absent: it fetches nothing. */
  readonly hop?: (settings: { readonly allowPrivate: boolean }) => Hop;
  readonly webSocket?: DatabaseSettings["webSocket"];
  /** Where the platform has a quicker one than Web Crypto, which takes a thread for each call. */
  readonly sha256?: Sha256;
  readonly maxConnections?: number;
  readonly log: (entry: LogEntry) => void;
  readonly defer: (work: Promise<unknown>) => void;
}

const webSha256: Sha256 = async (bytes) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes)));

/** A submit has 300 ms; the database carries the load of who is not answered in time (C5). */
const KEY_VALUE_TIMEOUT_MS = 1_000;
const KEY_VALUE_REST_MS = 2_000;

/** Opens no connection by itself; `close` ends the database pool. */
export function createDeps(
  env: Env,
  platform: Platform,
): { readonly deps: Deps; readonly close: () => Promise<void> } {
  const opened = createDatabase({
    databaseUrl: env.DATABASE_URL,
    wsProxy: env.DATABASE_WS_PROXY,
    webSocket: platform.webSocket,
    ...(platform.maxConnections === undefined ? {} : { maxConnections: platform.maxConnections }),
  });
  const ids = createIds(systemClock);
  const generators = createGenerators(env);
  const deps: Deps = {
    env,
    database: opened.database,
    keyValue: guardKeyValue(
      createUpstashKeyValue({
        url: env.UPSTASH_REDIS_REST_URL,
        token: env.UPSTASH_REDIS_REST_TOKEN,
        prefix: env.KEY_VALUE_PREFIX,
      }),
      { clock: systemClock, timeoutMs: KEY_VALUE_TIMEOUT_MS, restMs: KEY_VALUE_REST_MS },
    ),
    queue: createQstashQueue({ url: env.QSTASH_URL, token: env.QSTASH_TOKEN }),
    queueVerifier: createQstashVerifier({
      currentSigningKey: env.QSTASH_CURRENT_SIGNING_KEY,
      nextSigningKey: env.QSTASH_NEXT_SIGNING_KEY,
    }),
    store: createS3ObjectStore({
      endpoint: env.S3_ENDPOINT,
      fallbackEndpoint: env.S3_FALLBACK_ENDPOINT,
      region: env.S3_REGION,
      bucket: env.S3_BUCKET,
      accessKeyId: env.S3_ACCESS_KEY_ID,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY,
      clock: systemClock,
    }),
    notifier: createWebhookNotifier(
      platform.outbound({ allowPrivate: env.WEBHOOK_ALLOW_PRIVATE === "1" }),
    ),
    generators: generators.byVendor,
    hopTo: (url) => {
      // The host that requests go to was chosen by whoever runs this, wherever it stands.
      const allowPrivate = generators.origins.has(new URL(url).origin);
      return platform.hop?.({ allowPrivate }) ?? (async () => "blocked");
    },
    clock: systemClock,
    ids,
    auth: createAuth(env, opened.database, ids),
    captcha: createAltchaCaptcha({ secret: env.AUTH_SECRET }),
    sha256: platform.sha256 ?? webSha256,
    chance: Math.random,
    log: platform.log,
    defer: platform.defer,
    streams: createStreamGate(env.STREAM_LIMIT),
    dispatch: createDispatch(opened.database),
    reach: passBy,
  };
  return { deps, close: () => opened.close() };
}
