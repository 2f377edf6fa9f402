"use client";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { useT } from "../i18n/use-t.ts";
import { notify, notifyOffer } from "../ui/toaster.tsx";
import { keepLoaded } from "./keep-loaded.ts";
import { isAppPage, keepAnswer } from "./page-shelf.ts";
import { startWorker, takeUpdate } from "./update.ts";

/** The start of the app comes first: the worker fetches all of it once more. */
const START_AFTER_MS = 3_000;

async function keepPage(path: string): Promise<void> {
  if (isAppPage(path)) await keepAnswer(path, await fetch(path, { credentials: "same-origin" }));
}

/** Once, around the app: starts the worker, keeps the pages that are opened, offers updates. */
export function OfflineLink() {
  const t = useT("offline");
  const path = usePathname();
  const words = useRef(t);
  useEffect(() => {
    words.current = t;
  });

  useEffect(() => {
    const away = new URLSearchParams(location.search).get("away");
    if (away === null) return;
    history.replaceState(history.state, "", location.pathname);
    notify(words.current("notHere"), { description: words.current("notHereBody") });
  }, []);

  useEffect(() => {
    if (!("serviceWorker" in navigator)) return undefined;
    const isFirst = navigator.serviceWorker.controller === null;
    if (isFirst) void keepLoaded();
    const start = async () => {
      await startWorker((worker) =>
        notifyOffer(words.current("update"), {
          label: words.current("reload"),
          run: () => takeUpdate(worker),
        }),
      );
      if (isFirst) await keepPage(location.pathname);
    };
    const timer = setTimeout(() => {
      // A browser that refuses the worker, as in private windows, just has none.
      start().catch(() => undefined);
    }, START_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  // A way inside the app loads no page that the worker could keep.
  useEffect(() => {
    const timer = setTimeout(() => {
      if (navigator.serviceWorker?.controller) keepPage(path).catch(() => undefined);
    }, START_AFTER_MS);
    return () => clearTimeout(timer);
  }, [path]);

  return null;
}
