/** The local cloud as a process; see README.md for its flags and what it prints. */
import { parseArgs } from "node:util";
import { LocalCloudError } from "./local-cloud-error.ts";
import { PORT_NAMES, portFlag, portVariable } from "./process/ports.ts";
import type { PortName } from "./process/ports.ts";
import { startLocalCloud } from "./start-local-cloud.ts";

function readPorts(flags: Readonly<Record<string, unknown>>): Partial<Record<PortName, number>> {
  const ports: Partial<Record<PortName, number>> = {};
  for (const name of PORT_NAMES) {
    const text = flags[portFlag(name).slice(2)] ?? process.env[portVariable(name)];
    if (text === undefined || text === "") continue;
    const port = Number(text);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new Error(
        `${portFlag(name)} (${portVariable(name)}) must be a port, not ${JSON.stringify(text)}.`,
      );
    }
    ports[name] = port;
  }
  return ports;
}

const print = (value: unknown): boolean => process.stdout.write(`${JSON.stringify(value)}\n`);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      "data-dir": { type: "string" },
      host: { type: "string" },
      ...Object.fromEntries(
        PORT_NAMES.map((name) => [portFlag(name).slice(2), { type: "string" as const }]),
      ),
    },
  });
  const { "data-dir": dataDir, host } = values;
  if (typeof dataDir !== "string") throw new Error("--data-dir is needed.");
  const cloud = await startLocalCloud({
    dataDir,
    ports: readPorts(values),
    ...(typeof host === "string" ? { host } : {}),
    use: process.env,
    log: (line) => process.stderr.write(`${line}\n`),
  });
  let stopping: Promise<void> | null = null;
  const stop = (): void => {
    stopping ??= cloud.stop().then(() => process.exit(0));
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  print({ env: cloud.env });
}

try {
  await main();
} catch (error) {
  const code = error instanceof LocalCloudError ? error.code : "unexpected";
  print({ error: { code, message: error instanceof Error ? error.message : String(error) } });
  process.exit(1);
}
