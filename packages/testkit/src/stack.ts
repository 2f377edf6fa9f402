import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Base URL of the control server of this run. */
    stackControlUrl: string;
  }
}

async function ask(method: string, path: string): Promise<unknown> {
  const base = inject("stackControlUrl") as string | undefined;
  if (base === undefined) {
    throw new Error(
      "Services are there for *.stack.test.ts, *.sim.test.ts and *.e2e.test.ts files only.",
    );
  }
  const response = await fetch(`${base}/${path}`, { method });
  const text = await response.text();
  if (!response.ok) throw new Error(`The test services did not start: ${text}`);
  return JSON.parse(text);
}

let known: Promise<Record<string, string>> | null = null;

/** The variables of the run's local cloud; the first call of a run starts it. */
export function cloudEnv(): Promise<Record<string, string>> {
  known ??= ask("GET", "cloud") as Promise<Record<string, string>>;
  return known;
}

export interface TestDatabase {
  /** `cloudEnv()` with this database's `DATABASE_URL`. */
  readonly env: Readonly<Record<string, string>>;
  readonly databaseUrl: string;
  readonly wsProxy: string;
  /** Ends its connections and removes it. */
  drop(): Promise<void>;
}

/** A database of its own for one suite, migrated and empty. Call `drop` after it. */
export async function testDatabase(): Promise<TestDatabase> {
  const { name, env } = (await ask("POST", "databases")) as {
    name: string;
    env: Record<string, string>;
  };
  return {
    env,
    databaseUrl: env["DATABASE_URL"] ?? "",
    wsProxy: env["DATABASE_WS_PROXY"] ?? "",
    drop: async () => {
      await ask("DELETE", `databases/${name}`);
    },
  };
}
