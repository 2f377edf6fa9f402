import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { Server } from "node:net";
import { join } from "node:path";
import { LocalCloudError } from "../local-cloud-error.ts";

export const PORT_NAMES = ["postgres", "pgProxy", "redisRest", "qstash", "s3"] as const;
export type PortName = (typeof PORT_NAMES)[number];

const kebab = (name: string): string =>
  name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
/** `pgProxy` -> `--pg-proxy-port` */
export const portFlag = (name: PortName): string => `--${kebab(name)}-port`;
/** `pgProxy` -> `LOCAL_PG_PROXY_PORT` */
export const portVariable = (name: PortName): string =>
  `LOCAL_${kebab(name).replaceAll("-", "_").toUpperCase()}_PORT`;

/**
 * Listens and answers the port.
 * @throws the listen error, EADDRINUSE among others.
 */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.removeListener("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

/** Ports of one data folder: pinned ones, else those of the last start, else free ones. */
export class PortBook {
  readonly #path: string;
  readonly #host: string;
  readonly #pinned: Partial<Record<PortName, number>>;
  readonly #known: Partial<Record<PortName, number>>;

  constructor(dataDir: string, host: string, pinned: Partial<Record<PortName, number>>) {
    this.#path = join(dataDir, "ports.json");
    this.#host = host;
    this.#pinned = pinned;
    this.#known = this.#read();
  }

  #read(): Partial<Record<PortName, number>> {
    try {
      return JSON.parse(readFileSync(this.#path, "utf8")) as Partial<Record<PortName, number>>;
    } catch {
      return {};
    }
  }

  /** @throws {LocalCloudError} `port-taken` when a pinned port belongs to another program. */
  async open(name: PortName, server: Server): Promise<number> {
    const pinned = this.#pinned[name];
    const wanted = pinned ?? this.#known[name] ?? 0;
    try {
      return this.#remember(name, await listen(server, this.#host, wanted));
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code !== "EADDRINUSE" && code !== "EACCES") throw error;
      if (pinned === undefined) {
        return this.#remember(name, await listen(server, this.#host, 0));
      }
      throw new LocalCloudError(
        "port-taken",
        `Port ${pinned} (${name}) is taken by another program. Stop that program, or choose ` +
          `another port with ${portFlag(name)} or ${portVariable(name)}.`,
        { cause: error },
      );
    }
  }

  /** For servers that open their port themselves. Throws as `open` does. */
  async choose(name: PortName): Promise<number> {
    const probe = createServer();
    const port = await this.open(name, probe);
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }

  #remember(name: PortName, port: number): number {
    this.#known[name] = port;
    writeFileSync(this.#path, JSON.stringify(this.#known));
    return port;
  }
}
