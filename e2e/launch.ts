/** `npm start`'s own script, watched from its first line on; for starts that may fail. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const START = fileURLToPath(new URL("../packages/launcher/src/start.mjs", import.meta.url));

export interface Launch {
  readonly child: ChildProcess;
  /** All that it has printed so far. */
  said(): string;
  /** Resolves when it has printed `text`; rejects, with all that it said, when it ends before. */
  until(text: string): Promise<void>;
  /** Its exit code; -1 when a signal ended it. */
  readonly ended: Promise<number>;
}

export function launch(env: Readonly<Record<string, string>>): Launch {
  const child = spawn(process.execPath, [START], {
    env: { ...process.env, CUTROOM_SAMPLE: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let look = (): void => undefined;
  const take = (chunk: Buffer): void => {
    output += String(chunk);
    look();
  };
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  const ended = new Promise<number>((resolve) => {
    child.once("close", (code) => resolve(code ?? -1));
  });
  return {
    child,
    ended,
    said: () => output,
    until: (text) =>
      new Promise((resolve, reject) => {
        look = () => output.includes(text) && resolve();
        look();
        void ended.then((code) => reject(new Error(`ended with ${code}:\n${output}`)));
      }),
  };
}
