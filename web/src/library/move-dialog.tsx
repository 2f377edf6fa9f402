"use client";
import { Folder as FolderSign, House } from "lucide-react";
import { useT } from "../i18n/use-t.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { outline } from "./folder-tree.ts";
import css from "./folders.module.css";
import { useFolders } from "./folders-store.ts";

const ICON = { size: 14, strokeWidth: 1.5 } as const;

/** Every place where something may go; the one where it is cannot be chosen. */
export function MoveDialog(props: {
  readonly title: string;
  /** Absent: it lies in more than one place. */
  readonly from: string | null | undefined;
  /** Folders that are no place for it: itself, and those inside it. */
  readonly not: ReadonlySet<string>;
  readonly onMove: (folderId: string | null) => void;
  readonly onClose: () => void;
}) {
  const t = useT("folders");
  const tUi = useT("ui");
  const folders = useFolders((state) => state.folders);
  const move = (folderId: string | null) => {
    props.onMove(folderId);
    props.onClose();
  };
  return (
    <Dialog
      open
      size="small"
      title={props.title}
      onOpenChange={props.onClose}
      footer={<Button onClick={props.onClose}>{tUi("actions.cancel")}</Button>}
    >
      <ul className={css["targets"]} aria-label={t("list")} data-testid="move-targets">
        <li>
          <button
            type="button"
            className={css["target"]}
            disabled={props.from === null}
            onClick={() => move(null)}
          >
            <House {...ICON} aria-hidden />
            <span>{t("root")}</span>
          </button>
        </li>
        {outline(folders)
          .filter(({ folder }) => !props.not.has(folder.id))
          .map(({ folder, depth }) => (
            <li key={folder.id} style={{ paddingInlineStart: `${(depth + 1) * 16}px` }}>
              <button
                type="button"
                className={css["target"]}
                disabled={props.from === folder.id}
                title={folder.name}
                onClick={() => move(folder.id)}
              >
                <FolderSign {...ICON} aria-hidden />
                <span dir="auto">{folder.name}</span>
              </button>
            </li>
          ))}
      </ul>
    </Dialog>
  );
}
