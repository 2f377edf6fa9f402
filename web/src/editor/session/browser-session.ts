import type { Client } from "@cutroom/contracts";
import { createOpLog, indexedDbLog } from "./op-log.ts";
import type { SessionDeps } from "./session.ts";
import { tabChannel } from "./writer-lock.ts";

/** Short enough to be the base of ids, and unique: 96 random bits. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What a session of a project runs on in a browser. */
export function sessionDeps(api: Client, projectId: string): SessionDeps {
  return {
    api,
    log: createOpLog(projectId, indexedDbLog()),
    locks: navigator.locks,
    channel: tabChannel(projectId),
    nextId: newId,
    setTimer: (run, delayMs) => {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
  };
}
