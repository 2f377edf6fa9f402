/** A Chromium whose process can be killed and whose profile outlives it, as a person's does. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type BrowserContext, type Page, chromium } from "playwright-core";
import { BROWSER_FLAGS, CHROMIUM } from "./browser.ts";

export interface KillableBrowser {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Ends the whole browser as a power cut would: nothing gets to say goodbye. */
  readonly kill: () => Promise<void>;
}

const ADDRESS = /DevTools listening on (ws:\S+)/;

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
      const address = ADDRESS.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", () => reject(new Error(`Chromium ended early:\n${said}`)));
  });
}

/** Starts it on the profile in `folder`, which is made when it is not there. */
export async function openKillableBrowser(folder: string): Promise<KillableBrowser> {
  const child = spawn(
    CHROMIUM,
    [...BROWSER_FLAGS, "--headless=new", "--remote-debugging-port=0", `--user-data-dir=${folder}`],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const browser = await chromium.connectOverCDP(await addressOf(child));
  const context = browser.contexts()[0] ?? (await browser.newContext());
  return {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    kill: async () => {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
      // It waits for the other end, which is dead: there is nothing to say about that.
      await browser.close().catch(() => undefined);
    },
  };
}
