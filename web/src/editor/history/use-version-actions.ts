"use client";
import type { ProjectVersion } from "@cutroom/contracts";
import { migrateDocument } from "@cutroom/timeline";
import { useRouter } from "next/navigation";
import { useProblemText } from "../../i18n/use-problem-text.ts";
import { useT } from "../../i18n/use-t.ts";
import { useApi } from "../../server/client.ts";
import { notifyFailure, notifyUndo } from "../../ui/toaster.tsx";
import { useEnv } from "../session/editor-context.tsx";
import { missingAssets } from "./missing-assets.ts";

/** What can be done with a version. Each says in a sentence why when it cannot. */
export function useVersionActions(reload: () => Promise<void>) {
  const t = useT("editor");
  const env = useEnv();
  const api = useApi();
  const router = useRouter();
  const problemText = useProblemText();
  const paramsOf = (revision: number) => ({ project_id: env.projectId, revision });

  const read = async (revision: number) => {
    const answer = await api.getProject({
      params: { project_id: env.projectId },
      query: { revision },
    });
    if (!answer.ok) {
      notifyFailure(problemText(answer.failure));
      return null;
    }
    const document = migrateDocument(answer.value.document);
    return document.ok ? document.value : null;
  };
  /** One undo step: what was there before is one Ctrl+Z away. */
  const restore = async (version: ProjectVersion) => {
    const document = await read(version.revision);
    if (document === null) return;
    const missing = missingAssets(document, (id) => env.assetOf(id) !== undefined);
    if (missing.length > 0) {
      notifyFailure(t("history.filesGone", { count: missing.length }), {
        description: t("history.filesGoneBody", { names: missing.join(", ") }),
      });
      return;
    }
    const { replaceDocument, undo } = env.store.getState();
    const replaced = replaceDocument("restore", document);
    if (replaced) {
      notifyUndo(t("history.restored"), { label: t("history.undo"), run: () => void undo() });
    }
  };
  const openCopy = async (version: ProjectVersion, name: string) => {
    const document = await read(version.revision);
    if (document === null) return;
    const answer = await api.duplicateProject({
      params: { project_id: env.projectId },
      body: { name, document },
    });
    if (answer.ok) router.push(`/projects/${answer.value.id}`);
    else notifyFailure(problemText(answer.failure));
  };
  /** Null when it has the name, else the reason. */
  const name = async (revision: number, wanted: string): Promise<string | null> => {
    const answer = await api.nameProjectVersion({
      params: paramsOf(revision),
      body: { name: wanted },
    });
    if (!answer.ok) return problemText(answer.failure);
    await reload();
    return null;
  };
  const unname = async (revision: number) => {
    const answer = await api.unnameProjectVersion({ params: paramsOf(revision) });
    if (answer.ok) await reload();
    else notifyFailure(problemText(answer.failure));
  };
  /** Saves first, so that what is on screen gets the name; the reason when that was not possible. */
  const nameNow = async (wanted: string): Promise<string | null> => {
    const status = await env.flush();
    if (status !== "saved") return t("history.notSaved");
    return name(env.store.getState().journal.revision, wanted);
  };
  return { restore, openCopy, name, unname, nameNow };
}
