"use client";
import type { ProjectVersion } from "@cutroom/contracts";
import { Bookmark } from "lucide-react";
import { useState } from "react";
import { useProblemText } from "../../i18n/use-problem-text.ts";
import { useT } from "../../i18n/use-t.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { RenameDialog } from "../../ui/rename-dialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import css from "./history.module.css";
import { useVersionActions } from "./use-version-actions.ts";
import { useVersions } from "./use-versions.ts";
import { VersionRow } from "./version-row.tsx";

const MAX_NAME = 200;
const PLACES = [0, 1, 2];

/** States that the server keeps: named ones for good, of the others some of each day. */
export function VersionList() {
  const t = useT("editor");
  const env = useEnv();
  const problemText = useProblemText();
  const revision = useEditor((state) => state.journal.revision);
  const saved = useEditor((state) => state.saveStatus === "saved");
  const projectName = useEditor((state) => state.journal.name);
  const readOnly = useEditor((state) => state.role === "reader");
  const { value: versions, problem, reload } = useVersions(env.projectId, revision);
  const actions = useVersionActions(reload);
  const [naming, setNaming] = useState<ProjectVersion | "now" | null>(null);
  return (
    <>
      <div className={css["save"]}>
        <Button
          icon={<Bookmark size={14} strokeWidth={1.5} />}
          disabled={readOnly}
          onClick={() => setNaming("now")}
        >
          {t("history.nameNow")}
        </Button>
      </div>
      {versions === null && problem === null ? (
        <ul className={css["versions"]} aria-busy>
          {PLACES.map((place) => (
            <li key={place}>
              <Skeleton height={44} />
            </li>
          ))}
        </ul>
      ) : null}
      {versions === null && problem !== null ? (
        <ErrorState body={problemText(problem)} onRetry={reload} />
      ) : null}
      <ul className={css["versions"]} data-testid="versions">
        {versions?.map((version) => (
          <VersionRow
            key={version.revision}
            version={version}
            isCurrent={saved && version.revision === revision}
            readOnly={readOnly}
            onRestore={() => void actions.restore(version)}
            onCopy={() =>
              void actions.openCopy(
                version,
                t("history.copyName", { name: version.name ?? projectName }),
              )
            }
            onName={() => setNaming(version)}
            onUnname={() => void actions.unname(version.revision)}
          />
        ))}
      </ul>
      {naming === null ? null : (
        <RenameDialog
          title={t(naming === "now" ? "history.nameNow" : "history.nameTitle")}
          label={t("history.nameLabel")}
          action={t("history.save")}
          name={naming === "now" ? "" : (naming.name ?? "")}
          maxLength={MAX_NAME}
          onClose={() => setNaming(null)}
          onRename={(name) =>
            naming === "now" ? actions.nameNow(name) : actions.name(naming.revision, name)
          }
        />
      )}
    </>
  );
}
