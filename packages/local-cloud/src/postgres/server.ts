import { execFile } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LocalCloudError } from "../local-cloud-error.ts";
import { isAlive } from "../process/data-lock.ts";
import { startGuarded } from "../process/guarded-process.ts";
import type { GuardedProcess, OsUser } from "../process/guarded-process.ts";
import { canEnter, chooseUser, clusterDirectory, postgresHome } from "./binaries.ts";

/** Database and superuser of the embedded server. */
const NAME = "cutroom";
const START_TIMEOUT_MS = 60_000;
const RESTART_PAUSE_MS = 2000;

function run(
  command: string,
  args: readonly string[],
  options: { cwd: string; user: OsUser | undefined; input?: string },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const settings = { cwd: options.cwd, env: { LC_ALL: "C" }, ...options.user };
    const child = execFile(command, args, settings, (error, stdout, stderr) => {
      if (error === null) resolve();
      else {
        const reason = `${stderr}${stdout}`.trim().split("\n").slice(-5).join("\n");
        reject(new LocalCloudError("part-failed", `Postgres could not be set up: ${reason}`));
      }
    });
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(options.input ?? "");
  });
}

/** Makes the cluster beside its place and moves it there whole, so a kill leaves no half. */
async function createCluster(
  home: string,
  directory: string,
  user: OsUser | undefined,
  password: string,
): Promise<void> {
  const fresh = `${directory}.new`;
  const passwordFile = `${directory}.password`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user !== undefined) {
    chownSync(fresh, user.uid, user.gid);
    chownSync(passwordFile, user.uid, user.gid);
  }
  try {
    const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin"];
    await run(
      join(home, "bin/initdb"),
      [
        `--pgdata=${fresh}`,
        `--username=${NAME}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        ...locale,
        "--builtin-locale=C.UTF-8",
        "--set=timezone=UTC",
        // The password is 192 random bits: stretching it would only make connecting slower.
        "--set=scram_iterations=64",
      ],
      { cwd: fresh, user },
    );
    await run(join(home, "bin/postgres"), ["--single", "-D", fresh, "postgres"], {
      cwd: fresh,
      user,
      input: `CREATE DATABASE ${NAME}\n`,
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(fresh, directory);
}

function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/**
 * After a hard kill the old server may still be shutting down, or its pid may have gone to
 * some other program, which would make Postgres refuse to start.
 */
async function clearPreviousServer(directory: string): Promise<void> {
  const pidFile = join(directory, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
  const isOurs = (): boolean =>
    Number.isInteger(pid) &&
    pid > 1 &&
    isAlive(pid) &&
    (!existsSync("/proc/self/cmdline") || commandLineOf(pid).includes(directory));
  for (const [signal, waitMs] of [
    ["SIGINT", 10_000],
    ["SIGQUIT", 5000],
  ] as const) {
    if (!isOurs()) break;
    process.kill(pid, signal);
    for (let waitedMs = 0; waitedMs < waitMs && isOurs(); waitedMs += 50) await sleep(50);
  }
  rmSync(pidFile, { force: true });
}

export interface PostgresServer {
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

/** Resolves when connections are accepted; rejects with the server's last words. */
async function untilReady(
  launch: (onLine: (line: string) => void) => GuardedProcess,
  log: (line: string) => void,
): Promise<GuardedProcess> {
  const lastLines: string[] = [];
  let ready = (): void => undefined;
  const accepted = new Promise<"ready">((resolve) => {
    ready = () => resolve("ready");
  });
  const server = launch((line) => {
    lastLines.push(line);
    if (lastLines.length > 5) lastLines.shift();
    if (line.includes("database system is ready to accept connections")) ready();
    else if (/\b(?:FATAL|PANIC)\b/u.test(line)) log(`postgres: ${line}`);
  });
  const timeout = new AbortController();
  const outcome = await Promise.race([
    accepted,
    server.exited,
    sleep(START_TIMEOUT_MS, "timeout", { signal: timeout.signal }),
  ]);
  timeout.abort();
  if (outcome === "ready") return server;
  await server.stop();
  const reason = lastLines.join("\n");
  throw new LocalCloudError("part-failed", `Postgres did not start:\n${reason}`);
}

/**
 * Keeps a server up until it is told to stop: one that ends on its own, on a full disk say, is
 * started again until it stays.
 */
async function keepUp(
  launch: () => Promise<GuardedProcess>,
  log: (line: string) => void,
): Promise<{ stop(): Promise<void> }> {
  let server = await launch();
  const stopping = new AbortController();
  const { signal } = stopping;
  const watch = async (): Promise<void> => {
    for (;;) {
      const code = await server.exited;
      if (signal.aborted) return;
      log(`Postgres ended on its own with code ${code}; it is started again`);
      try {
        server = await launch();
        if (signal.aborted) await server.stop();
      } catch (error) {
        log((error as Error).message);
        await sleep(RESTART_PAUSE_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  const watched = watch();
  return {
    stop: async () => {
      stopping.abort();
      await server.stop();
      await watched;
    },
  };
}

/**
 * Starts the real Postgres server that npm delivered, with durable settings; data stays between
 * starts. Works as root and as an ordinary user.
 * @throws {LocalCloudError} `part-failed`
 */
export async function startPostgres(options: {
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly password: string;
  readonly log: (line: string) => void;
}): Promise<PostgresServer> {
  const { dataDir, host, port, password, log } = options;
  const probeUser = chooseUser(null);
  const directory = clusterDirectory(dataDir, (path) => canEnter(probeUser, path));
  const user = chooseUser(existsSync(directory) ? directory : null);
  const home = postgresHome(user);
  if (!existsSync(directory)) {
    log("making a new Postgres database");
    await createCluster(home, directory, user, password);
  }
  const settings = {
    listen_addresses: host,
    port: String(port),
    // Reached by TCP only: a socket file's path may be too long and others could sit on it.
    unix_socket_directories: "",
    fsync: "on",
    synchronous_commit: "on",
    max_connections: "200",
    shared_buffers: "64MB",
    autovacuum_vacuum_scale_factor: "0.01",
    log_min_messages: "log",
    log_checkpoints: "off",
    log_timezone: "UTC",
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const launch = async (): Promise<GuardedProcess> => {
    await clearPreviousServer(directory);
    return untilReady(
      (onLine) =>
        startGuarded({
          command: join(home, "bin/postgres"),
          args: ["-D", directory, ...flags],
          cwd: dirname(directory),
          stopSignal: "INT",
          user,
          onLine,
        }),
      log,
    );
  };
  const server = await keepUp(launch, log);
  const at = host.includes(":") ? `[${host}]` : host;
  return {
    databaseUrl: `postgresql://${NAME}:${password}@${at}:${port}/${NAME}`,
    stop: () => server.stop(),
  };
}
