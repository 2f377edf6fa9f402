"use client";
/** One run of one upload, told to the list on screen. */
import { receiveAssets } from "../workspace.ts";
import { PartFailed } from "./send-parts.ts";
import { speedMeter } from "./speed.ts";
import { type UploadDeps, UploadRefused, type UploadWatch, uploadFile } from "./upload-file.ts";
import { type UploadRow, changeRow } from "./uploads-store.ts";

/** Ten drawings a second are enough. */
const DRAW_EVERY_MS = 100;

/** The person paused or cancelled: not a failure. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

function failureOf(error: unknown): UploadRow["failure"] {
  if (error instanceof UploadRefused) return error.problem;
  return error instanceof PartFailed ? "network" : "unreadable";
}

function watchOf(id: string, file: File, signal: AbortSignal): UploadWatch {
  const meter = speedMeter();
  let drawnMs = 0;
  let drawnStage = "";
  return {
    signal,
    onAsset: (asset) => {
      receiveAssets([asset]);
      changeRow(id, { assetId: asset.id });
    },
    onProgress: (stage, bytes) => {
      const nowMs = Date.now();
      if (stage === drawnStage && nowMs - drawnMs < DRAW_EVERY_MS && bytes < file.size) return;
      drawnMs = nowMs;
      drawnStage = stage;
      const secondsLeft = stage === "sending" ? meter.secondsLeft(bytes, file.size, nowMs) : null;
      changeRow(id, { state: stage, percent: (100 * bytes) / file.size, secondsLeft });
    },
  };
}

/** Resolves to true when the file is in; false when it failed or was stopped. Never rejects. */
export async function runUpload(
  id: string,
  file: File,
  deps: UploadDeps,
  signal: AbortSignal,
): Promise<boolean> {
  changeRow(id, { state: "checking", percent: 0, failure: null });
  try {
    await uploadFile(file, deps, watchOf(id, file, signal));
    changeRow(id, { state: "done", percent: 100, secondsLeft: null });
    return true;
  } catch (error) {
    if (error instanceof Stopped) return false;
    changeRow(id, { state: "failed", failure: failureOf(error), secondsLeft: null });
    return false;
  }
}
