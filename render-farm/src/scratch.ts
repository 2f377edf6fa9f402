/**
 * Scratch space: one private directory per job with a name that the server chose, removed
 * whatever happens. What an earlier process left behind is removed at start.
 */
import { chmod, mkdir, mkdtemp, readdir, rename, rm, statfs } from "node:fs/promises";
import { join } from "node:path";

const PREFIX = "job-";
/** Of directories that outlive their job. */
const KEPT_PREFIX = "kept-";

export interface Scratch {
  /**
   * Runs `work` in a fresh directory and removes it afterwards, also when `work` throws.
   * Rejects with ScratchFull when the disk has less than `needBytes` free.
   */
  within<T>(needBytes: number, work: (directory: string) => Promise<T>): Promise<T>;
  /**
   * Moves these files of a job's directory to one that outlives the job; whoever asks removes it.
   */
  keep(directory: string, fileNames: readonly string[]): Promise<string>;
}

export class ScratchFull extends Error {
  override readonly name = "ScratchFull";
}

const FULL_CODES: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"]);

/** Whether something was thrown for want of room on the scratch disk. */
export function isScratchFull(error: unknown): boolean {
  if (error instanceof ScratchFull) return true;
  return error instanceof Error && "code" in error && FULL_CODES.has(error.code);
}

/**
 * Prepares `root` (only its owner may look inside) and removes leftovers of earlier runs. What is
 * kept there only for speed is given up by `makeRoom` before a job is refused for want of space.
 */
export async function openScratch(
  root: string,
  makeRoom?: (bytes: number) => Promise<void>,
): Promise<Scratch> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  await chmod(root, 0o700);
  const isLeft = (name: string) => name.startsWith(PREFIX) || name.startsWith(KEPT_PREFIX);
  const leftovers = (await readdir(root)).filter(isLeft);
  await Promise.all(
    leftovers.map((name) => rm(join(root, name), { recursive: true, force: true })),
  );
  const measureFree = async () => {
    const disk = await statfs(root);
    return disk.bavail * disk.bsize;
  };
  return {
    async within(needBytes, work) {
      let freeBytes = await measureFree();
      if (freeBytes < needBytes && makeRoom !== undefined) {
        await makeRoom(needBytes - freeBytes);
        freeBytes = await measureFree();
      }
      if (freeBytes < needBytes) {
        throw new ScratchFull(`${freeBytes} bytes free, ${needBytes} needed`);
      }
      const directory = await mkdtemp(join(root, PREFIX));
      try {
        return await work(directory);
      } finally {
        await rm(directory, { recursive: true, force: true, maxRetries: 5 });
      }
    },
    async keep(directory, fileNames) {
      const kept = await mkdtemp(join(root, KEPT_PREFIX));
      // Two outputs may be one file.
      const names = [...new Set(fileNames)];
      await Promise.all(names.map((name) => rename(join(directory, name), join(kept, name))));
      return kept;
    },
  };
}
