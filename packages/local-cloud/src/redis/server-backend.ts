import { accessSync, constants } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LocalCloudError } from "../local-cloud-error.ts";
import { startGuarded } from "../process/guarded-process.ts";
import { RedisError } from "./reply.ts";
import type { RedisBackend, Reply } from "./reply.ts";
import { RespClient } from "./resp-client.ts";

const START_TIMEOUT_MS = 30_000;

/** The redis-server on PATH, or null. */
export function findRedisServer(): string | null {
  for (const directory of (process.env["PATH"] ?? "").split(delimiter)) {
    const path = join(directory, "redis-server");
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder; the next one may have it.
    }
  }
  return null;
}

/** Connects as soon as the server listens and has loaded its data. */
async function connectWhenReady(path: string, isGone: () => boolean): Promise<RespClient | null> {
  for (let waitedMs = 0; waitedMs < START_TIMEOUT_MS && !isGone(); waitedMs += 20) {
    const client = await RespClient.connect(path).catch(() => null);
    const [pong] = (await client?.send([["PING"]]).catch(() => [])) ?? [];
    if (client !== null && pong !== undefined && !(pong instanceof RedisError)) return client;
    client?.close();
    await sleep(20);
  }
  return null;
}

async function subscribeOn(
  socketPath: string,
  channel: string,
  onMessage: (message: Buffer) => void,
): Promise<() => void> {
  const subscriber = await RespClient.connect(socketPath);
  subscriber.onPush((push) => {
    const message = Array.isArray(push) ? (push as readonly Reply[])[2] : undefined;
    if (Buffer.isBuffer(message)) onMessage(message);
  });
  await subscriber.send([["SUBSCRIBE", channel]]);
  return () => subscriber.close();
}

/** The path of a socket file may have about 100 characters; a deep data folder has more. */
async function placeOfSocket(directory: string): Promise<string> {
  if (Buffer.byteLength(directory) < 85) return directory;
  return mkdtemp(join(tmpdir(), "cutroom-redis-"));
}

function serverFlags(socketPath: string, directory: string): string[] {
  const settings = {
    port: "0",
    unixsocket: socketPath,
    unixsocketperm: "600",
    dir: directory,
    appendonly: "yes",
    appendfsync: "everysec",
    save: "",
    daemonize: "no",
  };
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
}

/**
 * A redis-server of our own, on a socket file that only this machine's owner reaches, with an
 * append-only file in `dataDir`.
 * @throws {LocalCloudError} `part-failed`
 */
export async function startServerBackend(
  command: string,
  dataDir: string,
  log: (line: string) => void,
): Promise<RedisBackend> {
  const directory = join(dataDir, "redis");
  await mkdir(directory, { recursive: true });
  const socketDirectory = await placeOfSocket(directory);
  const socketPath = join(socketDirectory, "redis.sock");
  const lastLines: string[] = [];
  const server = startGuarded({
    command,
    args: serverFlags(socketPath, directory),
    cwd: directory,
    stopSignal: "TERM",
    onLine: (line) => {
      lastLines.push(line);
      if (lastLines.length > 5) lastLines.shift();
    },
  });
  let isGone = false;
  let isStopping = false;
  const watch = async (): Promise<void> => {
    const code = await server.exited;
    isGone = true;
    if (!isStopping) log(`redis-server ended with code ${code}`);
  };
  void watch();
  const stop = async (): Promise<void> => {
    isStopping = true;
    await server.stop();
    if (socketDirectory !== directory) await rm(socketDirectory, { recursive: true, force: true });
  };
  let client = await connectWhenReady(socketPath, () => isGone);
  if (client === null) {
    await stop();
    throw new LocalCloudError("part-failed", `Redis did not start:\n${lastLines.join("\n")}`);
  }
  const line = async (): Promise<RespClient> => {
    if (client === null || client.isClosed) client = await RespClient.connect(socketPath);
    return client;
  };
  return {
    run: async (args) => {
      const [reply] = await (await line()).send([args]);
      return reply ?? null;
    },
    transaction: async (commands) => {
      const replies = await (await line()).send([["MULTI"], ...commands, ["EXEC"]]);
      const outcome = replies.at(-1);
      if (Array.isArray(outcome)) return outcome as readonly Reply[];
      const refusal = replies.find((reply) => reply instanceof RedisError);
      return refusal instanceof RedisError ? refusal : new RedisError("ERR nothing was executed");
    },
    subscribe: (channel, onMessage) => subscribeOn(socketPath, channel, onMessage),
    close: async () => {
      client?.close();
      await stop();
    },
  };
}
