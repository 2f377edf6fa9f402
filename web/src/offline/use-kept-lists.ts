"use client";
import type { Client } from "@cutroom/contracts";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { readAssets, useWorkspace } from "../server/workspace.ts";

/** How long nothing has changed when the lists are asked for again. */
const QUIET_MS = 3_000;

function afterQuiet(work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const begin = () => {
    stop();
    timer = setTimeout(work, QUIET_MS);
  };
  return { begin, stop };
}

/**
 * Lets this device keep the lists as they are now (`kept-answers.ts`): files change by events and
 * projects are made on other pages, and neither is an answer that is kept. So the lists are asked
 * for once more, for the keeper alone.
 */
export function useKeptLists(api: Client, isSignedIn: boolean): void {
  const pathname = usePathname();
  useEffect(() => {
    // The start page asks for itself.
    if (!isSignedIn || pathname === "/") return undefined;
    const again = afterQuiet(() => void api.listProjects().catch(() => undefined));
    again.begin();
    return again.stop;
  }, [api, isSignedIn, pathname]);
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const again = afterQuiet(() => void readAssets(api).catch(() => undefined));
    const unsubscribe = useWorkspace.subscribe((now, before) => {
      // The first list is an answer itself.
      if (now.assets !== before.assets && before.assetsLoading.status === "ready") again.begin();
    });
    return () => {
      unsubscribe();
      again.stop();
    };
  }, [api, isSignedIn]);
}
