"use client";
import type { Folder } from "@cutroom/contracts";
import { Ellipsis, Folder as FolderSign, FolderInput, PencilLine, Trash2 } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useT } from "../i18n/use-t.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { ContextMenu, Menu, type MenuEntry } from "../ui/menu.tsx";
import { RenameDialog } from "../ui/rename-dialog.tsx";
import { childrenOf, withInner } from "./folder-tree.ts";
import css from "./folders.module.css";
import { openFolder, useFolders } from "./folders-store.ts";
import { isMoveKey } from "./move-key.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { useFolderActions, useFolderRemoval } from "./use-folder-actions.tsx";

const ICON = { size: 14, strokeWidth: 1.5 } as const;

type Asked = { readonly what: "rename" | "move"; readonly folder: Folder } | null;

function FolderTile(props: {
  readonly folder: Folder;
  readonly onAsk: (asked: Asked) => void;
  readonly onDelete: () => void;
}) {
  const t = useT("folders");
  const { folder, onAsk, onDelete } = props;
  const rename = () => onAsk({ what: "rename", folder });
  const move = () => onAsk({ what: "move", folder });
  const entries: readonly MenuEntry[] = [
    { id: "open", label: t("open"), onSelect: () => openFolder(folder.id) },
    {
      id: "rename",
      label: t("rename"),
      icon: <PencilLine {...ICON} />,
      shortcut: "F2",
      onSelect: rename,
    },
    {
      id: "move",
      label: t("move"),
      icon: <FolderInput {...ICON} />,
      shortcut: "Alt M",
      onSelect: move,
    },
    { kind: "separator", id: "line" },
    {
      id: "delete",
      label: t("delete"),
      icon: <Trash2 {...ICON} />,
      shortcut: "Del",
      danger: true,
      onSelect: onDelete,
    },
  ];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "F2") rename();
    else if (event.key === "Delete") onDelete();
    else if (isMoveKey(event)) move();
    else return;
    // The editor's own Delete takes clips away.
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <ContextMenu entries={entries}>
      <li className={css["tile"]} data-testid="folder" data-folder-drop={folder.id}>
        <button
          type="button"
          className={css["open"]}
          title={folder.name}
          onClick={() => openFolder(folder.id)}
          onKeyDown={onKeyDown}
        >
          <FolderSign size={16} strokeWidth={1.5} aria-hidden />
          <span className={css["name"]} dir="auto">
            {folder.name}
          </span>
          <span className={css["count"]}>{t("files", { count: folder.asset_ids.length })}</span>
        </button>
        <Menu entries={entries} align="end">
          <IconButton
            size="small"
            label={t("more", { name: folder.name })}
            icon={<Ellipsis {...ICON} />}
          />
        </Menu>
      </li>
    </ContextMenu>
  );
}

/** The folders that lie in the open one. */
export function FolderTiles() {
  const t = useT("folders");
  const { folders, openId } = useFolders();
  const actions = useFolderActions();
  const remove = useFolderRemoval();
  const [asked, setAsked] = useState<Asked>(null);
  const shown = childrenOf(folders, openId);
  return (
    <>
      {shown.length === 0 ? null : (
        <ul className={css["tiles"]} aria-label={t("list")}>
          {shown.map((folder) => (
            <FolderTile
              key={folder.id}
              folder={folder}
              onAsk={setAsked}
              onDelete={() => remove(folder)}
            />
          ))}
        </ul>
      )}
      {asked?.what === "rename" ? (
        <RenameDialog
          key={asked.folder.id}
          title={t("rename")}
          label={t("name")}
          name={asked.folder.name}
          maxLength={100}
          onClose={() => setAsked(null)}
          onRename={(name) => actions.change(asked.folder, { name })}
        />
      ) : null}
      {asked?.what === "move" ? (
        <MoveDialog
          title={t("moveTitle", { name: asked.folder.name })}
          from={asked.folder.parent_id}
          not={new Set(withInner(folders, asked.folder.id).map(({ id }) => id))}
          onMove={(parentId) => void actions.moveFolder(asked.folder, parentId)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}
