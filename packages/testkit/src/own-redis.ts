import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLocalCloud } from "@cutroom/local-cloud";
import { cloudEnv } from "./stack.ts";

export interface OwnRedis {
  /** Variables that replace the run's shared Redis. */
  readonly env: Readonly<Record<"UPSTASH_REDIS_REST_URL" | "UPSTASH_REDIS_REST_TOKEN", string>>;
  /** Forgets everything, as a store does that was replaced. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/** A Redis behind REST for one suite, which may lose all that it holds. */
export async function ownRedis(redisEngine: "server" | "builtin"): Promise<OwnRedis> {
  const dataDir = await mkdtemp(join(tmpdir(), "cutroom-redis-"));
  // Postgres of the run's cloud stands in, so that only the small parts start here.
  const { DATABASE_URL, DATABASE_WS_PROXY } = await cloudEnv();
  const use = { DATABASE_URL, DATABASE_WS_PROXY };
  const cloud = await startLocalCloud({ dataDir, redisEngine, use });
  const url = cloud.env["UPSTASH_REDIS_REST_URL"] ?? "";
  const token = cloud.env["UPSTASH_REDIS_REST_TOKEN"] ?? "";
  return {
    env: { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token },
    flush: async () => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${url}/flushall`, { headers });
      if (!answer.ok) throw new Error(`not flushed: ${await answer.text()}`);
    },
    stop: async () => {
      await cloud.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
