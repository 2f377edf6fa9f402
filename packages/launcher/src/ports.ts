import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { claimRunning } from "./running.mjs";

/** Claims of ports lie here, whatever data folders their owners serve. */
const CLAIMS = join(tmpdir(), `cutroom-ports-${userInfo().uid}`);

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "::", exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * Between the look at a port and the app that listens there lie seconds, in which a second
 * Cutroom would find it free as well and then take the first one's answers for its own. So this
 * process claims what it has chosen, until it ends.
 */
async function claim(port: number): Promise<boolean> {
  if (!(await isFree(port))) return false;
  const folder = join(CLAIMS, String(port));
  mkdirSync(folder, { recursive: true });
  try {
    process.once("exit", claimRunning(folder).release);
    return true;
  } catch {
    return false;
  }
}

/**
 * The port an app listens on: the one that was asked for, or the first free one from
 * `usual` on. No other Cutroom of this user is given it while this process lives.
 * @throws {Error} when the port that was asked for is taken.
 */
export async function choosePort(
  name: string,
  asked: number | undefined,
  usual: number,
): Promise<number> {
  if (asked !== undefined) {
    if (await claim(asked)) return asked;
    throw new Error(
      `Port ${asked} is taken by another program. Set ${name} to a free port, or unset it.`,
    );
  }
  for (let port = usual; port < usual + 100; port++) {
    if (await claim(port)) return port;
  }
  throw new Error(
    `No port between ${usual} and ${usual + 99} is free. Set ${name} to one that is.`,
  );
}
