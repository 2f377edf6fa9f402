import { Client } from "@neondatabase/serverless";
import { WebSocket } from "ws";

/** Runs one statement on a connection of its own, as the Neon driver reaches Postgres. */
export async function runSql(
  at: { readonly databaseUrl: string; readonly wsProxy: string },
  text: string,
): Promise<void> {
  const client = new Client(at.databaseUrl);
  client.neonConfig.webSocketConstructor = WebSocket;
  client.neonConfig.wsProxy = at.wsProxy;
  client.neonConfig.useSecureWebSocket = false;
  client.neonConfig.pipelineConnect = false;
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
