"use client";
import type { Asset } from "@cutroom/contracts";
import { flicksToMs } from "@cutroom/timeline";
import { Brackets, FolderInput, Plus } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, type MouseEvent, useState } from "react";
import { DisclosureBadge } from "../../generate/disclosure-badge.tsx";
import {
  carriedInOrder,
  carriedWith,
  chooseFile,
  chooseNoFiles,
  useChosenFiles,
} from "../../library/chosen-files.ts";
import { isMoveKey } from "../../library/move-key.ts";
import { MoveFilesDialog } from "../../library/move-files-dialog.tsx";
import { useFolderActions } from "../../library/use-folder-actions.tsx";
import { ContextMenu, type MenuEntry } from "../../ui/menu.tsx";
import { HoverScrub } from "../../library/hover-scrub.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useUploads } from "../../server/upload/uploads-store.ts";
import { Badge } from "../../ui/badge.tsx";
import { formatDuration } from "../../ui/format.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { addAssets } from "../actions/add-assets.ts";
import { runPlan, situationOf } from "../actions/run-plan.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import { useAssetDrag } from "./asset-drag.ts";
import { clipsShowing, usesOf } from "./asset-uses.ts";
import css from "./panels.module.css";

/** How far a file is on its way to being usable. */
function Progress({ asset }: { readonly asset: Asset }) {
  const t = useT("editor");
  const tFailures = useT("failures");
  const percent = useUploads(
    ({ rows }) => rows.find(({ assetId }) => assetId === asset.id)?.percent,
  );
  if (asset.state === "READY") return null;
  if (asset.state === "REFUSED") {
    const code = asset.failure?.code;
    return (
      <p className={css["refused"]} role="alert">
        {code === undefined
          ? t("bin.refused")
          : `${tFailures(`what.${code}`)} ${tFailures(`next.${code}`)}`}
      </p>
    );
  }
  const uploading = asset.state === "UPLOADING";
  const isMade = asset.origin === "generated" && asset.size_bytes === 0;
  const label = t(uploading ? "bin.uploading" : isMade ? "bin.making" : "bin.processing");
  return (
    <div className={css["progress"]}>
      <span>{label}</span>
      <ProgressBar label={label} percent={uploading ? (percent ?? null) : asset.progress} />
    </div>
  );
}

function lengthOf(asset: Asset, still: string): string | null {
  if (asset.facts === null) return null;
  return asset.facts.kind === "image" ? still : formatDuration(flicksToMs(asset.facts.duration));
}

/** How often the file is on the timeline; pressed, it shows where. */
function Uses({ assetId }: { readonly assetId: string }) {
  const t = useT("editor");
  const env = useEnv();
  const count = useEditor(({ project }) => usesOf(project.document).get(assetId) ?? 0);
  if (count === 0) return null;
  const select = () => {
    const { journal, selectClips, revealTime } = env.store.getState();
    const uses = clipsShowing(journal.document, assetId);
    selectClips(uses.map(({ id }) => id));
    if (uses[0] !== undefined) revealTime(uses[0].start);
  };
  return (
    <button
      type="button"
      className={css["used"]}
      title={t("bin.selectUses")}
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onClick={select}
    >
      {t("bin.used", { count })}
    </button>
  );
}

/** The card itself; what the menu needs of it comes along. */
function Card(
  props: ComponentProps<"li"> & {
    readonly asset: Asset;
    readonly chosen: boolean;
    readonly onAdd: () => void;
    readonly onOpen: () => void;
  },
) {
  const { asset, chosen, onAdd, onOpen, ...rest } = props;
  const t = useT("editor");
  const tFolders = useT("folders");
  const ready = asset.state === "READY";
  const length = lengthOf(asset, t("bin.still"));
  return (
    <li
      {...rest}
      className={css["card"]}
      tabIndex={0}
      aria-label={chosen ? tFolders("chosenName", { name: asset.name }) : asset.name}
      data-chosen={chosen ? "" : undefined}
      data-testid="bin-asset"
      data-asset-id={asset.id}
      data-state={asset.state}
      title={ready ? t("bin.dragHint") : undefined}
      onDoubleClick={onAdd}
    >
      <div className={css["picture"]}>
        <HoverScrub asset={asset} />
        <span className={css["made"]}>
          <DisclosureBadge asset={asset} />
        </span>
        {length === null ? null : (
          <span className={css["length"]}>
            <Badge tone="scrim">{length}</Badge>
          </span>
        )}
        {ready ? (
          <span className={css["add"]}>
            <IconButton
              size="small"
              label={t("source.openShort")}
              aria-label={t("source.open", { name: asset.name })}
              icon={<Brackets size={14} strokeWidth={1.5} />}
              className={css["look"]}
              onClick={onOpen}
              onPointerDown={(event) => event.stopPropagation()}
              onDoubleClick={(event) => event.stopPropagation()}
            />
            <IconButton
              size="small"
              kind="primary"
              label={t("bin.addShort")}
              aria-label={t("bin.add", { name: asset.name })}
              icon={<Plus size={14} strokeWidth={1.5} />}
              onClick={onAdd}
              onPointerDown={(event) => event.stopPropagation()}
            />
          </span>
        ) : null}
      </div>
      <p className={css["cardName"]} dir="auto" title={asset.name}>
        {asset.name}
      </p>
      <Uses assetId={asset.id} />
      <Progress asset={asset} />
    </li>
  );
}

/** The menu of a file, and of all that is chosen with it. */
function useCardEntries(card: {
  readonly ready: boolean;
  readonly count: number;
  readonly onAdd: () => void;
  readonly onOpen: () => void;
  readonly onMove: () => void;
}): readonly MenuEntry[] {
  const t = useT("editor");
  const tFolders = useT("folders");
  const { ready, count } = card;
  return [
    {
      id: "add",
      label: count > 1 ? t("bin.addFiles", { count: String(count) }) : t("bin.addShort"),
      shortcut: "Enter",
      disabled: !ready,
      onSelect: card.onAdd,
    },
    { id: "open", label: t("source.openShort"), disabled: !ready, onSelect: card.onOpen },
    { kind: "separator", id: "line" },
    {
      id: "move",
      label: tFolders("move"),
      icon: <FolderInput size={14} strokeWidth={1.5} />,
      shortcut: "Alt M",
      onSelect: card.onMove,
    },
  ];
}

/** A file of the library: move across to look through it, drag or double-click to use it. */
export function AssetCard(props: {
  readonly asset: Asset;
  /** The files beside it in their order, over which Shift reaches. */
  readonly order: readonly string[];
}) {
  const { asset, order } = props;
  const env = useEnv();
  const tFolders = useT("folders");
  const { moveFiles } = useFolderActions();
  const chosenCount = useChosenFiles(({ ids }) => (ids.includes(asset.id) ? ids.length : 0));
  const chosen = chosenCount > 0;
  const carried = () => carriedInOrder(asset.id, order).flatMap((id) => env.assetOf(id) ?? []);
  const onPointerDown = useAssetDrag({
    assets: carried,
    label: () => tFolders("carried", { count: carriedWith(asset.id).length, name: asset.name }),
    onFolder: (folderId) => void moveFiles(carriedWith(asset.id), folderId),
  });
  const [moving, setMoving] = useState<readonly string[]>([]);
  const ready = asset.state === "READY";
  const add = (assets: readonly Asset[]) => runPlan(env, addAssets(situationOf(env), assets));
  const addCarried = () => add(carried());
  const open = () => env.store.getState().openSource(asset.id);
  const move = () => setMoving(carriedWith(asset.id));
  const entries = useCardEntries({
    ready,
    count: chosenCount,
    onAdd: addCarried,
    onOpen: open,
    onMove: move,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const held = event.ctrlKey || event.metaKey;
    if (isMoveKey(event)) move();
    else if (event.key === " " && held) chooseFile(asset.id, event, order);
    else if (event.key === "Escape" && chosen) chooseNoFiles();
    else if (event.key === "Enter" && event.shiftKey) open();
    else if (event.key === "Enter") addCarried();
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    if ((event.target as Element).closest("button") === null) chooseFile(asset.id, event, order);
  };
  return (
    <>
      <ContextMenu entries={entries}>
        <Card
          asset={asset}
          chosen={chosen}
          onAdd={() => add([asset])}
          onOpen={open}
          onClick={onClick}
          onKeyDown={onKeyDown}
          onPointerDown={onPointerDown}
        />
      </ContextMenu>
      {moving.length > 0 ? <MoveFilesDialog ids={moving} onClose={() => setMoving([])} /> : null}
    </>
  );
}
