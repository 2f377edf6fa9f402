"use client";
import type { ProblemBody } from "@cutroom/contracts";
import { useEffect, useState } from "react";
import { useApi } from "../../server/client.ts";
import { sessionDeps } from "./browser-session.ts";
import { type Session, openSession } from "./session.ts";

type SessionView =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly problem: ProblemBody }
  | { readonly status: "ready"; readonly session: Session };

/** Opens the project while the component is on the page. */
export function useSession(projectId: string): SessionView {
  const api = useApi();
  const [view, setView] = useState<SessionView>({ status: "loading" });

  useEffect(() => {
    let gone = false;
    let session: Session | null = null;
    const open = async () => {
      const opened = await openSession(projectId, sessionDeps(api, projectId));
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
