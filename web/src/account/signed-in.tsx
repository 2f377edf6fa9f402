"use client";
import type { ReactNode } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { loadSession, useSession } from "../server/session.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { SignIn } from "./sign-in.tsx";
import css from "./signed-in.module.css";

/** Shows its children to somebody who is signed in; else the way in, or why that is not known. */
export function SignedIn(props: { readonly children: ReactNode }) {
  const t = useT("ui");
  const api = useApi();
  const problemText = useProblemText();
  const { session } = useSession();
  if (session.status === "signed-in") return props.children;
  if (session.status === "signed-out") return <SignIn />;
  return (
    <div className={css["waiting"]}>
      {session.status === "loading" ? (
        <Spinner size={20} label={t("loading")} />
      ) : (
        <ErrorState
          body={problemText(session.problem)}
          requestId={session.problem.request_id}
          onRetry={() => loadSession(api)}
        />
      )}
    </div>
  );
}
