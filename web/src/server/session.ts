"use client";
import type { Account, Client, ProblemBody } from "@cutroom/contracts";
import { create } from "zustand";

export type Session =
  | { readonly status: "loading" }
  | { readonly status: "signed-out" }
  | { readonly status: "signed-in"; readonly account: Account }
  | { readonly status: "failed"; readonly problem: ProblemBody };

export const useSession = create<{ readonly session: Session }>(() => ({
  session: { status: "loading" },
}));

/** Asks the API who this is. */
export async function loadSession(api: Client): Promise<void> {
  const answer = await api.getAccount();
  if (answer.ok) {
    useSession.setState({ session: { status: "signed-in", account: answer.value } });
  } else if (answer.failure.code === "auth.required") {
    useSession.setState({ session: { status: "signed-out" } });
  } else if (useSession.getState().session.status !== "signed-in") {
    useSession.setState({ session: { status: "failed", problem: answer.failure } });
  }
}

/** The account, or null while it is not known or nobody is signed in. */
export function useAccount(): Account | null {
  return useSession(({ session }) => (session.status === "signed-in" ? session.account : null));
}
