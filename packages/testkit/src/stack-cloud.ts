import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "@cutroom/db";
import { startLocalCloud } from "@cutroom/local-cloud";
import type { LocalCloud } from "@cutroom/local-cloud";
import { runSql } from "./run-sql.ts";

/** Retries of the queue come this much sooner, so that tests see them: 12 s become 0.12 s. */
const RETRY_SCALE = 0.01;
const TEMPLATE = "cutroom_template";

interface Running {
  readonly cloud: LocalCloud;
  readonly directory: string;
}

/** The connection string with another database's name in it. */
function withDatabase(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** One local cloud in a temporary folder, started when first asked for. */
export class StackCloud {
  #running: Promise<Running> | null = null;
  #template: Promise<void> | null = null;

  async #start(): Promise<Running> {
    const directory = await mkdtemp(join(tmpdir(), "cutroom-stack-"));
    const cloud = await startLocalCloud({ dataDir: directory, retryScale: RETRY_SCALE });
    return { cloud, directory };
  }

  async env(): Promise<Record<string, string>> {
    this.#running ??= this.#start();
    return (await this.#running).cloud.env;
  }

  async #sql(text: string): Promise<void> {
    const { DATABASE_URL = "", DATABASE_WS_PROXY = "" } = await this.env();
    await runSql({ databaseUrl: DATABASE_URL, wsProxy: DATABASE_WS_PROXY }, text);
  }

  async #makeTemplate(): Promise<void> {
    const { DATABASE_URL = "", DATABASE_WS_PROXY = "" } = await this.env();
    await this.#sql(`CREATE DATABASE ${TEMPLATE}`);
    const databaseUrl = withDatabase(DATABASE_URL, TEMPLATE);
    await migrate({ databaseUrl, wsProxy: DATABASE_WS_PROXY });
  }

  /** A fresh copy of the migrated template. */
  async createDatabase(): Promise<{ name: string; env: Record<string, string> }> {
    this.#template ??= this.#makeTemplate();
    await this.#template;
    const name = `test_${randomBytes(8).toString("hex")}`;
    await this.#sql(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
    const env = await this.env();
    const own = { DATABASE_URL: withDatabase(env["DATABASE_URL"] ?? "", name) };
    // What the key-value store knows of one database must not be taken for another's.
    return { name, env: { ...env, ...own, KEY_VALUE_PREFIX: `${name}:` } };
  }

  async dropDatabase(name: string): Promise<void> {
    if (!/^test_[\da-f]+$/u.test(name)) throw new Error(`${name} is not a test database.`);
    await this.#sql(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }

  async stop(): Promise<void> {
    // A start that failed has told the tests so already.
    const running = await this.#running?.catch(() => null);
    await running?.cloud.stop();
    if (running) await rm(running.directory, { recursive: true, force: true });
  }
}
