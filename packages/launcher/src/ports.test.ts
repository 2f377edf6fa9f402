import { createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { choosePort } from "./ports.ts";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function occupy(): Promise<number> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen({ port: 0, host: "::" }, resolve));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

describe("choosePort", () => {
  it("moves on from a usual port that is taken", async () => {
    const taken = await occupy();
    expect(await choosePort("WEB_PORT", undefined, taken)).toBeGreaterThan(taken);
  });

  it("refuses an asked-for port that is taken, and names the setting", async () => {
    const taken = await occupy();
    await expect(choosePort("WEB_PORT", taken, 3000)).rejects.toThrow(/WEB_PORT/);
  });

  it("gives no port twice, though nothing listens there yet", async () => {
    const taken = await occupy();
    const chosen = await Promise.all([1, 2, 3].map(() => choosePort("WEB_PORT", undefined, taken)));
    expect(new Set(chosen).size).toBe(3);
  });
});
