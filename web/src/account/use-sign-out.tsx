"use client";
import { useRouter } from "next/navigation";
import { type ReactNode, Suspense, lazy, useState } from "react";
import type { UnsentProject } from "../editor/session/kept-edits.ts";
import { useT } from "../i18n/use-t.ts";
import { forgetDevice } from "../offline/forget-device.ts";
import { authOf } from "../server/auth.ts";
import { useConfig } from "../server/config.tsx";
import { useSession } from "../server/session.ts";
import { forgetWorkspace } from "../server/workspace.ts";
import { notifyFailure } from "../ui/toaster.tsx";

const UnsentDialog = lazy(() =>
  import("./unsent-dialog.tsx").then((module) => ({ default: module.UnsentDialog })),
);

async function findUnsent(): Promise<readonly UnsentProject[]> {
  const [{ unsentProjects }, { indexedDbLog }] = await Promise.all([
    import("../editor/session/kept-edits.ts"),
    import("../editor/session/op-log.ts"),
  ]);
  // A browser that lets pages keep nothing has nothing unsent.
  return unsentProjects(indexedDbLog()).catch(() => []);
}

/**
 * Ends the session and leaves nothing of it on the page and on the device. Who has edits that
 * only this device has is asked first: `dialog` is that question.
 */
export function useSignOut(): { readonly signOut: () => void; readonly dialog: ReactNode } {
  const { apiUrl } = useConfig();
  const router = useRouter();
  const t = useT("account");
  const [unsent, setUnsent] = useState<readonly UnsentProject[] | null>(null);

  const leave = async ({ evenUnsent }: { readonly evenUnsent: boolean }) => {
    const outcome = await authOf(apiUrl).signOut();
    if (!outcome.ok) {
      notifyFailure(t("signOut.unreachable"), { description: t("signOut.unreachableBody") });
      return;
    }
    setUnsent(null);
    await forgetDevice({ evenUnsent });
    forgetWorkspace();
    useSession.setState({ session: { status: "signed-out" } });
    router.push("/");
  };
  const ask = async () => {
    const found = await findUnsent();
    if (found.length > 0) setUnsent(found);
    else await leave({ evenUnsent: false });
  };
  const dialog =
    unsent === null ? null : (
      <Suspense fallback={null}>
        <UnsentDialog projects={unsent} onLeave={leave} onClose={() => setUnsent(null)} />
      </Suspense>
    );
  return { signOut: () => void ask(), dialog };
}
