import { createHash } from "node:crypto";

const sha1 = (text: string): string => createHash("sha1").update(text).digest("hex");
const SHEBANG = /^#!lua[^\n]*\n/u;

/**
 * Upstash knows a script flag, `allow-key-locking`, that Redis itself refuses. It is taken off
 * here; since a script's name is the hash of its text, the names that clients use are mapped.
 */
export class ScriptNames {
  readonly #stripped = new Map<string, string>();

  #strip(script: string): string {
    const first = SHEBANG.exec(script)?.[0];
    if (first?.includes("allow-key-locking") !== true) return script;
    const flags = (/flags=(\S*)/u.exec(first)?.[1] ?? "")
      .split(",")
      .filter((flag) => flag !== "allow-key-locking" && flag !== "");
    const line = flags.length === 0 ? "-- \n" : `#!lua flags=${flags.join(",")}\n`;
    const stripped = script.replace(SHEBANG, line);
    this.#stripped.set(sha1(script), sha1(stripped));
    return stripped;
  }

  /** The command as Redis understands it. */
  translate(command: readonly string[]): readonly string[] {
    const [name = "", second = "", third = "", ...rest] = command;
    const verb = name.toUpperCase();
    if (verb === "EVAL" || verb === "EVAL_RO") {
      return [name, this.#strip(second), ...command.slice(2)];
    }
    if (verb === "EVALSHA" || verb === "EVALSHA_RO") {
      return [name, this.#stripped.get(second.toLowerCase()) ?? second, ...command.slice(2)];
    }
    if (verb === "SCRIPT" && second.toUpperCase() === "LOAD") {
      return [name, second, this.#strip(third), ...rest];
    }
    return command;
  }

  /** The name under which a client will call what it has just loaded, if it was a LOAD. */
  loadedAs(command: readonly string[]): string | null {
    const [name = "", second = "", script] = command;
    const isLoad = name.toUpperCase() === "SCRIPT" && second.toUpperCase() === "LOAD";
    return isLoad && script !== undefined ? sha1(script) : null;
  }
}
