/** A Chromium whose process can be killed and whose profile outlives it, as a person's does. */
import { readlink } from "node:fs/promises";
import { join } from "node:path";
import { type BrowserContext, type Page, chromium } from "playwright-core";
import { BROWSER_FLAGS, CHROMIUM } from "./browser.ts";

export interface KillableBrowser {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Ends the whole browser as a power cut would: nothing gets to say goodbye. */
  readonly kill: () => Promise<void>;
}

/** The process that holds the profile: Chromium's lock names its machine and its number. */
async function holderOf(folder: string): Promise<number> {
  const lock = await readlink(join(folder, "SingletonLock"));
  const pid = Number(lock.split("-").at(-1));
  if (!Number.isInteger(pid) || pid <= 1) throw new Error(`the lock of the profile says ${lock}`);
  return pid;
}

/** Starts it on the profile in `folder`, which is made when it is not there. */
export async function openKillableBrowser(folder: string): Promise<KillableBrowser> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: CHROMIUM,
    args: [...BROWSER_FLAGS],
  });
  const pid = await holderOf(folder);
  const gone = new Promise<void>((resolve) => {
    context.once("close", () => resolve());
  });
  return {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    kill: async () => {
      process.kill(pid, "SIGKILL");
      await gone;
    },
  };
}
