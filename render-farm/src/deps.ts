/** The only place that knows which adapters stand behind the ports. */
import { availableParallelism, hostname } from "node:os";
import { join } from "node:path";
import { createIds, systemClock } from "@cutroom/adapters/clock/system";
import {
  confineNative,
  createNativeEngine,
  probeNative,
} from "@cutroom/adapters/media-engine/native";
import { createWasmEngine } from "@cutroom/adapters/media-engine/wasm";
import { createNsfwjsJudge } from "@cutroom/adapters/picture-judge/nsfwjs";
import { createQstashVerifier } from "@cutroom/adapters/queue/qstash";
import { FARM_WAKE_PATH, createClient } from "@cutroom/contracts";
import type { MediaEngine } from "@cutroom/ports";
import { createTitleRasteriser } from "@cutroom/titles";
import { nodeTitleAssets } from "@cutroom/titles/node";
import type { AppDeps } from "./app.ts";
import type { FarmEnv } from "./env.ts";
import { probeEncoders } from "./export/probe-encoders.ts";
import type { Encoders } from "./export/probe-encoders.ts";
import { RENDER_LIMITS } from "./export/render-limits.ts";
import { openSegmentCache } from "./export/segment-cache.ts";
import type { SegmentCache } from "./export/segment-cache.ts";
import { openSigner } from "./provenance/open-signer.ts";
import { beginReviewing } from "./moderate/reviewer.ts";
import type { Reviewer } from "./moderate/reviewer.ts";
import { openScratch } from "./scratch.ts";
import { createFinishedWork } from "./worker/finished-work.ts";
import type { WorkerDeps } from "./worker/run.ts";
import { createSlots } from "./worker/slots.ts";
import { createWorkforce } from "./worker/workforce.ts";

/** Native when it is there, else WebAssembly; an explicit choice that is not there throws. */
async function chooseEngine(
  env: FarmEnv,
): Promise<{ readonly engine: MediaEngine; readonly sandbox: string }> {
  const wasm = async () => ({ engine: await createWasmEngine(), sandbox: "WebAssembly" });
  if (env.FARM_ENGINE === "wasm") return wasm();
  const native = await probeNative(env.PATH);
  if (native !== null) {
    if (env.FARM_SANDBOX === "off") return { engine: createNativeEngine(native), sandbox: "none" };
    const confined = await confineNative(native, env.PATH);
    const { name: sandbox } = confined.sandbox;
    if (env.FARM_SANDBOX === "required" && !sandbox.includes("bubblewrap")) {
      throw new Error("FARM_SANDBOX is required, but bubblewrap does not work on this machine");
    }
    return { engine: createNativeEngine(confined), sandbox };
  }
  if (env.FARM_ENGINE === "auto") return wasm();
  throw new Error("FARM_ENGINE is native, but ffmpeg and ffprobe are not on the PATH");
}

/** Segments of earlier exports, beside the jobs on the scratch disk; with 0 MiB it keeps none. */
function openCache(env: FarmEnv, encoders: Encoders): Promise<SegmentCache> {
  return openSegmentCache({
    directory: join(env.FARM_SCRATCH_DIR, "segments"),
    maxBytes: env.FARM_CACHE_MIB * 1_048_576,
    encoder: encoders.identity,
  });
}

export interface Farm {
  readonly app: AppDeps;
  readonly engine: MediaEngine;
  /** Its name in leases. */
  readonly workerId: string;
  /** Begins to judge contents beside the steps; null on a farm that prepares none. */
  readonly review: (() => Reviewer) | null;
}

/** Puts the farm together. Rejects when the engine or the scratch directory is not usable. */
export async function createFarm(env: FarmEnv, log: WorkerDeps["log"]): Promise<Farm> {
  const { engine, sandbox } = await chooseEngine(env);
  log("farm.sandbox", { sandbox });
  const clock = systemClock;
  const slots = createSlots(env.FARM_CONCURRENCY);
  const threads = engine.kind === "wasm" ? 1 : availableParallelism();
  const api = createClient({
    baseUrl: env.API_URL,
    fetch: (url, init) => fetch(url, init),
    headers: { authorization: `Bearer ${env.FARM_TOKEN}` },
  });
  const probing = await openScratch(env.FARM_SCRATCH_DIR);
  const encoders = await probing.within(0, (directory) => probeEncoders(engine, directory));
  const cache = await openCache(env, encoders);
  const signer = await openSigner(
    {
      certificate: env.C2PA_CERTIFICATE,
      key: env.C2PA_KEY,
      developmentDirectory: env.C2PA_DEVELOPMENT_DIR,
    },
    clock.nowMs(),
  );
  log("farm.signer", {
    signs:
      signer === null ? "nothing" : signer.isDevelopment ? "for development" : "with its own key",
  });
  const scratch = await openScratch(env.FARM_SCRATCH_DIR, (bytes) => cache.release(bytes));
  const workerId = `${hostname().slice(0, 40)}-${createIds(clock).next("farm")}`;
  const workforce = createWorkforce({
    slots,
    pools: env.FARM_POOLS,
    deps: {
      api,
      engine,
      clock,
      log,
      scratch,
      finished: createFinishedWork(scratch, clock),
      exportTools: {
        rasteriser: createTitleRasteriser(nodeTitleAssets()),
        limits: { ...RENDER_LIMITS[engine.kind], threads },
        formats: encoders.formats,
        cache,
        ...(signer === null ? {} : { signer }),
      },
      workerId,
    },
  });
  const reviewing = { api, engine, scratch, clock, log, workerId, judge: createNsfwjsJudge() };
  const review = env.FARM_POOLS.includes("ingest") ? () => beginReviewing(reviewing) : null;
  const verifier = createQstashVerifier({
    currentSigningKey: env.QSTASH_CURRENT_SIGNING_KEY,
    nextSigningKey: env.QSTASH_NEXT_SIGNING_KEY,
  });
  const app = { engine, slots, verifier, workforce, wakeUrl: `${env.FARM_URL}${FARM_WAKE_PATH}` };
  return { engine, workerId, app, review };
}
