"use client";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { forgetDevice } from "../offline/forget-device.ts";
import { authOf } from "./auth.ts";
import { useConfig } from "./config.tsx";
import { useSession } from "./session.ts";
import { forgetWorkspace } from "./workspace.ts";

/** Ends the session and leaves nothing of it on the page. */
export function useSignOut(): () => void {
  const { apiUrl } = useConfig();
  const router = useRouter();
  return useCallback(() => {
    void authOf(apiUrl)
      .signOut()
      .then(async () => {
        await forgetDevice();
        forgetWorkspace();
        useSession.setState({ session: { status: "signed-out" } });
        return router.push("/");
      });
  }, [apiUrl, router]);
}
