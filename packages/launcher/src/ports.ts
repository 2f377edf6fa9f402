import { createServer } from "node:net";

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "::", exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * The port an app listens on: the one that was asked for, or the first free one from
 * `usual` on.
 * @throws {Error} when the port that was asked for is taken.
 */
export async function choosePort(
  name: string,
  asked: number | undefined,
  usual: number,
): Promise<number> {
  if (asked !== undefined) {
    if (await isFree(asked)) return asked;
    throw new Error(
      `Port ${asked} is taken by another program. Set ${name} to a free port, or unset it.`,
    );
  }
  for (let port = usual; port < usual + 100; port++) {
    if (await isFree(port)) return port;
  }
  throw new Error(
    `No port between ${usual} and ${usual + 99} is free. Set ${name} to one that is.`,
  );
}
