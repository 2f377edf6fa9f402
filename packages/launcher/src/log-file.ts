import { appendFileSync } from "node:fs";

/**
 * Keeps what a process printed. A disk that is full costs lines, never the process: one whose
 * output nobody takes would stand still.
 */
export function appendToLog(file: string, chunk: Buffer | string): void {
  try {
    appendFileSync(file, chunk);
  } catch {
    // There is no place left to say it.
  }
}
