import { createNativeEngine, probeNative } from "@cutroom/adapters/media-engine/native";
import { createWasmEngine } from "@cutroom/adapters/media-engine/wasm";
import type { MediaEngine } from "@cutroom/ports";

/**
 * The engine that the farm will use as well: native FFmpeg when the machine has it.
 * @throws {Error} when native is demanded and missing.
 */
export async function chooseEngine(wanted: "auto" | "native" | "wasm"): Promise<MediaEngine> {
  if (wanted === "wasm") return createWasmEngine();
  const found = await probeNative(process.env.PATH ?? "");
  if (found !== null) return createNativeEngine(found);
  if (wanted === "auto") return createWasmEngine();
  throw new Error(
    "FARM_ENGINE=native, but no ffmpeg is on the PATH. Install it, or unset FARM_ENGINE.",
  );
}
