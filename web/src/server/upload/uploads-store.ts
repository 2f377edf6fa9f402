"use client";
import type { ProblemBody } from "@cutroom/contracts";
import { create } from "zustand";
import type { RememberedUpload, UploadMemory } from "./memory.ts";

export type UploadState =
  | "queued"
  | "checking"
  | "sending"
  | "paused"
  | "finishing"
  | "done"
  | "failed";

export interface UploadRow {
  readonly id: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly state: UploadState;
  /** 0-100 of the stage that runs. */
  readonly percent: number;
  /** Null until it can be said. */
  readonly secondsLeft: number | null;
  /** Known as soon as the library has a row for the file. */
  readonly assetId: string | null;
  /** "network": the store could not be reached; "unreadable": the file went away. */
  readonly failure: ProblemBody | "network" | "unreadable" | null;
}

interface Uploads {
  readonly rows: readonly UploadRow[];
  /** From an earlier visit; each needs its file to be chosen again. */
  readonly interrupted: readonly RememberedUpload[];
}

/** Uploads of this tab, in the order in which they were added. */
export const useUploads = create<Uploads>(() => ({ rows: [], interrupted: [] }));

/** Reads what an earlier visit left unfinished. */
export async function readInterrupted(memory: UploadMemory, userId: string): Promise<void> {
  useUploads.setState({ interrupted: await memory.listOf(userId) });
}

export function putRow(row: UploadRow): void {
  useUploads.setState(({ rows }) => ({
    rows: rows.some(({ id }) => id === row.id)
      ? rows.map((old) => (old.id === row.id ? row : old))
      : [...rows, row],
  }));
}

export function changeRow(id: string, change: Partial<UploadRow>): void {
  useUploads.setState(({ rows }) => ({
    rows: rows.map((row) => (row.id === id ? { ...row, ...change } : row)),
  }));
}

export function dropRow(id: string): void {
  useUploads.setState(({ rows }) => ({ rows: rows.filter((row) => row.id !== id) }));
}

/** True while leaving the page would interrupt something. */
export function isUploading(): boolean {
  return useUploads
    .getState()
    .rows.some(({ state }) => state !== "done" && state !== "failed" && state !== "paused");
}
