/**
 * FFmpeg leaves a run by an exception, which leaves the stack of `@ffmpeg/core` where it was: each
 * run takes 224 bytes of it for good, and the hundredth one dies with "memory access out of bounds".
 */

/** What its build calls `stackSave` and `stackRestore`; the test finds another build out. */
export interface StackExports {
  readonly Da: () => number;
  readonly Ea: (stack: number) => void;
}

/** Runs `run`, and gives the core its stack back. */
export function keepsStack(core: StackExports, run: () => void): void {
  const stack = core.Da();
  try {
    run();
  } finally {
    core.Ea(stack);
  }
}
