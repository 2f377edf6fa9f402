/**
 * Media engine: FFmpeg as a native program or as WebAssembly. Both get the same arguments and
 * must give the same frames (see the parity suite of the compiler).
 */
export interface EngineJob {
  readonly tool: "ffmpeg" | "ffprobe";
  /** argv, never a shell line. File names are relative to `directory`. */
  readonly args: readonly string[];
  /** The job's own scratch directory on this machine: inputs lie in it, outputs appear in it. */
  readonly directory: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Output frames done so far, for progress. */
  readonly onFrame?: (frame: number) => void;
}

export type EngineOutcome =
  | { readonly ok: true; readonly stdout: string; readonly stderr: string; readonly cpuMs: number }
  | {
      readonly ok: false;
      readonly reason: "exit" | "timeout" | "aborted" | "crashed";
      readonly exitCode: number | null;
      readonly stdout: string;
      /** Internal text: never shown to a user. */
      readonly stderr: string;
    };

export interface MediaEngine {
  readonly kind: "native" | "wasm";
  /** FFmpeg's own version, part of every cache key. */
  readonly version: string;
  run(job: EngineJob): Promise<EngineOutcome>;
  /** Ends every running job and frees the engine. */
  close(): Promise<void>;
}
