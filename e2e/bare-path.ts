/** A PATH as on a machine that lacks some programs. */
import { accessSync, constants, readdirSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Fills `folder` with links to every program of this machine's PATH but those named `without`,
 * and gives `folder` to be used as the PATH.
 */
export function bareThePath(folder: string, without: readonly string[]): string {
  const taken = new Set(without);
  for (const from of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of readFolder(from)) {
      if (taken.has(name) || !isProgram(join(from, name))) continue;
      symlinkSync(join(from, name), join(folder, name));
      taken.add(name);
    }
  }
  return folder;
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A PATH may name folders that are not there.
    return [];
  }
}
