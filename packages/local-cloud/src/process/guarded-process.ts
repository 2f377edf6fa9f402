import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * Runs a server under a shell that holds our end of a pipe: when this process dies, even by
 * SIGKILL, the pipe closes and the shell stops the server. So no server outlives us.
 */
const GUARD = `
exec 3<&0
signal=$1; shift
"$@" </dev/null 3<&- &
child=$!
( read -r _ <&3; kill -s "$signal" "$child" ) >/dev/null 2>&1 &
guard=$!
exec 3<&-
wait "$child"; code=$?
kill "$guard" 2>/dev/null
exit "$code"
`;

export interface OsUser {
  readonly uid: number;
  readonly gid: number;
}

export interface GuardedProcess {
  /** Settles with the exit code when the server is gone. */
  readonly exited: Promise<number | null>;
  /** Asks the server to stop and waits until it is gone. */
  stop(): Promise<void>;
}

export function startGuarded(options: {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly stopSignal: "INT" | "TERM";
  readonly user?: OsUser | undefined;
  readonly onLine: (line: string) => void;
}): GuardedProcess {
  const { command, args, cwd, stopSignal, user, onLine } = options;
  const child = spawn("/bin/sh", ["-c", GUARD, "guard", stopSignal, command, ...args], {
    cwd,
    // Its own session: Ctrl-C in the terminal must reach us first, and the database last.
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C" },
    ...user,
  });
  createInterface({ input: child.stdout }).on("line", onLine);
  createInterface({ input: child.stderr }).on("line", onLine);
  child.stdin.on("error", () => undefined);
  const exited = new Promise<number | null>((resolve) => {
    child.once("error", (error) => {
      onLine(String(error));
      resolve(null);
    });
    child.once("exit", (code) => resolve(code));
  });
  return {
    exited,
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
