"use client";
import { useCallback, useEffect } from "react";
import { useApi } from "../client.ts";
import { useAccount } from "../session.ts";
import { browserUploadMemory } from "./memory.ts";
import type { Uploader } from "./uploader.ts";
import { readInterrupted } from "./uploads-store.ts";

const started = new Map<string, Promise<Uploader>>();

/**
 * A way to the tab's one uploader, which lives on while pages change. It is fetched at the first
 * use, so that pages that upload nothing do not carry it.
 */
export function useUploader(): (use: (uploader: Uploader) => void) => void {
  const api = useApi();
  const userId = useAccount()?.user.id;
  return useCallback(
    (use) => {
      if (userId === undefined) return;
      let uploader = started.get(userId);
      if (uploader === undefined) {
        uploader = import("./uploader.ts").then((module) => module.startUploader(api, userId));
        started.set(userId, uploader);
      }
      void uploader.then(use);
    },
    [api, userId],
  );
}

/** Lists interrupted uploads with the page, before anything is uploaded. */
export function useInterruptedUploads(): void {
  const userId = useAccount()?.user.id;
  useEffect(() => {
    if (userId !== undefined) void readInterrupted(browserUploadMemory(), userId);
  }, [userId]);
}
