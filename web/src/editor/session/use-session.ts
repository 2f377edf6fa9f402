"use client";
import type { ProblemBody } from "@cutroom/contracts";
import { useEffect, useState } from "react";
import { useApi } from "../../server/client.ts";
import { createOpLog, indexedDbLog } from "./op-log.ts";
import { type Session, openSession } from "./session.ts";
import { tabChannel } from "./writer-lock.ts";

type SessionView =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly problem: ProblemBody }
  | { readonly status: "ready"; readonly session: Session };

/** Short enough to be the base of ids, and unique: 96 random bits. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Opens the project while the component is on the page. */
export function useSession(projectId: string): SessionView {
  const api = useApi();
  const [view, setView] = useState<SessionView>({ status: "loading" });

  useEffect(() => {
    let gone = false;
    let session: Session | null = null;
    const open = async () => {
      const opened = await openSession(projectId, {
        api,
        log: createOpLog(projectId, indexedDbLog()),
        locks: navigator.locks,
        channel: tabChannel(projectId),
        nextId: newId,
        setTimer: (run, delayMs) => {
          const timer = setTimeout(run, delayMs);
          return () => clearTimeout(timer);
        },
      });
      if (opened.ok) session = opened.value;
      if (gone) session?.close();
      else if (opened.ok) setView({ status: "ready", session: opened.value });
      else setView({ status: "failed", problem: opened.failure });
    };
    void open();
    return () => {
      gone = true;
      if (session !== null) void session.saver.flush().finally(() => session?.close());
    };
  }, [api, projectId]);

  return view;
}

/** Sends what is unsaved when the network is back or the page is left, and asks before losing it. */
export function useSafeLeaving(session: Session): void {
  useEffect(() => {
    const flush = () => void session.saver.flush();
    const onHidden = () => {
      if (document.visibilityState === "hidden") flush();
    };
    const onLeave = (event: BeforeUnloadEvent) => {
      if (session.hasUnsaved()) {
        flush();
        event.preventDefault();
      }
    };
    window.addEventListener("online", flush);
    window.addEventListener("beforeunload", onLeave);
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      window.removeEventListener("online", flush);
      window.removeEventListener("beforeunload", onLeave);
      document.removeEventListener("visibilitychange", onHidden);
    };
  }, [session]);
}
