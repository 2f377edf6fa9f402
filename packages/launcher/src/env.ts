/** The launcher's settings, read from the environment once. */
import { z } from "zod";

const port = z.coerce.number().int().min(1).max(65_535).optional();

const schema = z.object({
  CUTROOM_ROOT: z.string().min(1),
  CUTROOM_DATA_DIR: z.string().min(1),
  HOST: z.string().default("localhost"),
  WEB_PORT: port,
  API_PORT: port,
  FARM_PORT: port,
  FARM_ENGINE: z.enum(["auto", "native", "wasm"]).default("auto"),
  FARM_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(2),
  DEMO_SIGN_IN: z.enum(["0", "1"]).default("1"),
  CUTROOM_SAMPLE: z.enum(["0", "1"]).default("1"),
});

export type LauncherEnv = z.infer<typeof schema>;

/** @throws {Error} one sentence per variable that is wrong. */
export function readLauncherEnv(source: NodeJS.ProcessEnv): LauncherEnv {
  const parsed = schema.safeParse(source);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`These settings are not valid:\n  ${faults.join("\n  ")}`);
}
