/** The only reader of the environment. A bad value ends the process with its name, at start. */
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { FARM_POOL_NAMES } from "@cutroom/contracts";
import { z } from "zod";

const url = z.url().transform((value) => value.replace(/\/$/, ""));

/** `render,ingest` as a list; a pool that this program has no work for is refused by name. */
const pools = z
  .string()
  .transform((text) => [...new Set(text.split(",").map((name) => name.trim()))])
  .pipe(z.array(z.enum(FARM_POOL_NAMES)).min(1));

const farmEnv = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8788),
  HOST: z.string().default("127.0.0.1"),
  API_URL: url,
  /** Where the queue reaches this farm: a delivery is signed for this address. */
  FARM_URL: url,
  FARM_TOKEN: z.string().min(16),
  QSTASH_CURRENT_SIGNING_KEY: z.string().min(1),
  QSTASH_NEXT_SIGNING_KEY: z.string().min(1),
  FARM_ENGINE: z.enum(["auto", "native", "wasm"]).default("auto"),
  /** Around native FFmpeg: the strongest that works, none, or no start without bubblewrap. */
  FARM_SANDBOX: z.enum(["auto", "off", "required"]).default("auto"),
  /** Where native FFmpeg is looked for. */
  PATH: z.string().default(""),
  /** The pools whose steps this farm runs. */
  FARM_POOLS: pools.prefault("render,ingest"),
  FARM_SCRATCH_DIR: z.string().min(1).default(join(tmpdir(), "cutroom-farm")),
  /** Disk that rendered segments may take for later exports; 0: none are kept. */
  FARM_CACHE_MIB: z.coerce.number().int().min(0).default(2_048),
  /** PEM, with ends of lines or \\n: who signs what is made here, and those who vouch for it. */
  C2PA_CERTIFICATE: z.string().min(1).optional(),
  C2PA_KEY: z.string().min(1).optional(),
  /** Where a certificate for development is made when none is given; absent: nothing is signed. */
  C2PA_DEVELOPMENT_DIR: z.string().min(1).optional(),
  FARM_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(Math.max(1, Math.floor(availableParallelism() / 2))),
});
export type FarmEnv = z.infer<typeof farmEnv>;

/** Reads and checks the environment; throws an error that names every bad variable. */
export function readEnv(source: Record<string, string | undefined> = process.env): FarmEnv {
  const parsed = farmEnv.safeParse(source);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The environment of render-farm is not complete:\n${lines.join("\n")}`);
}
