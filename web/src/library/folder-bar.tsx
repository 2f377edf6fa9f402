"use client";
import { ChevronRight, FolderInput, FolderPlus, X } from "lucide-react";
import { useState } from "react";
import { useT } from "../i18n/use-t.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { RenameDialog } from "../ui/rename-dialog.tsx";
import { chooseNoFiles, useChosenFiles } from "./chosen-files.ts";
import { pathTo } from "./folder-tree.ts";
import css from "./folders.module.css";
import { openFolder, useFolders } from "./folders-store.ts";
import { MoveFilesDialog } from "./move-files-dialog.tsx";
import { useFolderActions } from "./use-folder-actions.tsx";

/** How many files are chosen, once they are more than one, and what can be done with them. */
function Chosen() {
  const t = useT("folders");
  const ids = useChosenFiles((state) => state.ids);
  const [moving, setMoving] = useState(false);
  if (ids.length < 2) return null;
  return (
    <div className={css["chosen"]} role="status" data-testid="chosen-files">
      <span>{t("chosen", { count: String(ids.length) })}</span>
      <IconButton
        size="small"
        label={t("move")}
        icon={<FolderInput size={14} strokeWidth={1.5} />}
        onClick={() => setMoving(true)}
      />
      <IconButton
        size="small"
        label={t("chooseNone")}
        icon={<X size={14} strokeWidth={1.5} />}
        onClick={chooseNoFiles}
      />
      {moving ? <MoveFilesDialog ids={ids} onClose={() => setMoving(false)} /> : null}
    </div>
  );
}

/** The way from the library to the open folder; each step can be pressed, and takes what is dropped. */
export function FolderBar() {
  const t = useT("folders");
  const { folders, openId, failed } = useFolders();
  const actions = useFolderActions();
  const [creating, setCreating] = useState(false);
  const steps = [{ id: null, name: t("root") }, ...pathTo(folders, openId)];
  return (
    <div className={css["bar"]}>
      <nav className={css["path"]} aria-label={t("path")} data-testid="folder-path">
        {steps.map(({ id, name }, index) => (
          <span key={id ?? ""} className={css["step"]}>
            {index === 0 ? null : (
              <ChevronRight size={12} strokeWidth={1.5} className="mirrored" aria-hidden />
            )}
            <button
              type="button"
              dir="auto"
              title={name}
              aria-current={id === openId ? "location" : undefined}
              data-folder-drop={id ?? ""}
              onClick={() => openFolder(id)}
            >
              {name}
            </button>
          </span>
        ))}
      </nav>
      <IconButton
        size="small"
        label={t("create")}
        icon={<FolderPlus size={14} strokeWidth={1.5} />}
        onClick={() => setCreating(true)}
      />
      <Chosen />
      {failed ? (
        <p className={css["bad"]} role="alert">
          {t("failed")}
        </p>
      ) : null}
      {creating ? (
        <RenameDialog
          title={t("createTitle")}
          label={t("name")}
          name={t("create")}
          maxLength={100}
          action={t("createAction")}
          onClose={() => setCreating(false)}
          onRename={(name) => actions.create(name, openId)}
        />
      ) : null}
    </div>
  );
}
