"use client";
import type { Asset } from "@cutroom/contracts";
import { FolderOpen, LayoutGrid, List, Search, Sparkles, Upload } from "lucide-react";
import { useState } from "react";
import { GenerateDialog } from "../generate/generate-dialog.tsx";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { useInterruptedUploads, useUploader } from "../server/upload/use-uploader.ts";
import {
  loadAssets,
  receiveAssets,
  useAsset,
  useAssets,
  useWorkspace,
} from "../server/workspace.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { RenameDialog } from "../ui/rename-dialog.tsx";
import { Select } from "../ui/select.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { TextField } from "../ui/text-field.tsx";
import { AssetCard, type AssetItemProps } from "./asset-card.tsx";
import { AssetDetails } from "./asset-details.tsx";
import { AssetTable } from "./asset-table.tsx";
import { type PressKeys, carriedWith, chooseFile, useChosenFiles } from "./chosen-files.ts";
import { DropArea, useFileChooser } from "./drop-area.tsx";
import { FolderBar } from "./folder-bar.tsx";
import { FolderScope } from "./folder-scope.tsx";
import { FolderTiles } from "./folder-tiles.tsx";
import { useFolders } from "./folders-store.ts";
import { MoveFilesDialog } from "./move-files-dialog.tsx";
import { useFilesHere } from "./use-files-here.ts";
import { KINDS, type KindFilter, filterAssets } from "./filter-assets.ts";
import css from "./library-page.module.css";
import { UploadQueue } from "./upload-queue.tsx";
import { useAssetActions } from "./use-asset-actions.tsx";

type View = "grid" | "list";
const ICON = { size: 16, strokeWidth: 1.5 } as const;
const PLACES = Array.from({ length: 10 }, (_, index) => index);

function useFilters() {
  const [query, setQuery] = useState("");
  const [kind, setKind] = useState<KindFilter>("all");
  const [view, setView] = useState<View>("grid");
  const clear = () => {
    setQuery("");
    setKind("all");
  };
  return { query, setQuery, kind, setKind, view, setView, clear };
}

function Toolbar(props: {
  readonly filters: ReturnType<typeof useFilters>;
  readonly count: number;
  readonly onUpload: () => void;
  readonly onGenerate: () => void;
}) {
  const t = useT("library");
  const tGenerate = useT("generate");
  const { query, setQuery, kind, setKind, view, setView } = props.filters;
  return (
    <div className={css["toolbar"]}>
      <h1 className={css["title"]}>{t("title")}</h1>
      <span className={css["count"]}>{t("count", { count: props.count })}</span>
      <TextField
        className={css["search"] ?? ""}
        label={t("search")}
        hideLabel
        type="search"
        placeholder={t("search")}
        icon={<Search size={14} strokeWidth={1.5} aria-hidden />}
        value={query}
        onChange={setQuery}
      />
      <Select
        className={css["kind"] ?? ""}
        label={t("kinds.label")}
        hideLabel
        value={kind}
        onChange={setKind}
        options={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      <IconButton
        label={t("view.grid")}
        icon={<LayoutGrid {...ICON} />}
        active={view === "grid"}
        onClick={() => setView("grid")}
      />
      <IconButton
        label={t("view.list")}
        icon={<List {...ICON} />}
        active={view === "list"}
        onClick={() => setView("list")}
      />
      <Button icon={<Sparkles size={14} strokeWidth={2} />} onClick={props.onGenerate}>
        {tGenerate("open")}
      </Button>
      <Button kind="primary" icon={<Upload size={14} strokeWidth={2} />} onClick={props.onUpload}>
        {t("upload")}
      </Button>
    </div>
  );
}

function Content(props: {
  readonly items: readonly AssetItemProps[];
  readonly total: number;
  readonly filters: ReturnType<typeof useFilters>;
  readonly onUpload: () => void;
}) {
  const t = useT("library");
  const api = useApi();
  const problemText = useProblemText();
  const loading = useWorkspace((state) => state.assetsLoading);
  const tFolders = useT("folders");
  const openId = useFolders((state) => state.openId);
  const hasFolders = useFolders(({ folders }) => folders.length > 0);
  if (props.items.length > 0) {
    return props.filters.view === "list" ? (
      <AssetTable items={props.items} />
    ) : (
      <ul className={css["grid"]}>
        {props.items.map((item) => (
          <AssetCard key={item.asset.id} {...item} />
        ))}
      </ul>
    );
  }
  if (loading.status === "failed") {
    return (
      <ErrorState
        body={problemText(loading.problem)}
        requestId={loading.problem.request_id}
        onRetry={() => loadAssets(api)}
      />
    );
  }
  if (loading.status !== "ready") {
    return (
      <div className={css["grid"]}>
        {PLACES.map((place) => (
          <Skeleton key={place} height={140} />
        ))}
      </div>
    );
  }
  if (props.total > 0) {
    return (
      <EmptyState
        icon={<Search size={20} strokeWidth={1.5} />}
        title={t("empty.noMatch")}
        body={t("empty.noMatchBody", { query: props.filters.query })}
        action={<Button onClick={props.filters.clear}>{t("empty.clear")}</Button>}
      />
    );
  }
  if (hasFolders)
    return <p className={css["count"]}>{openId === null ? null : tFolders("empty")}</p>;
  return (
    <EmptyState
      icon={<FolderOpen size={20} strokeWidth={1.5} />}
      title={t("empty.title")}
      body={t("empty.body")}
      action={<Button onClick={props.onUpload}>{t("drop.choose")}</Button>}
    />
  );
}

function RenameFile(props: { readonly asset: Asset; readonly onClose: () => void }) {
  const t = useT("library");
  const api = useApi();
  const problemText = useProblemText();
  const { asset } = props;
  const rename = async (name: string) => {
    const answer = await api.renameAsset({ params: { asset_id: asset.id }, body: { name } });
    if (answer.ok) receiveAssets([answer.value]);
    return answer.ok ? null : problemText(answer.failure);
  };
  return (
    <RenameDialog
      title={t("item.renameTitle")}
      label={t("item.name")}
      name={asset.name}
      maxLength={300}
      onClose={props.onClose}
      onRename={rename}
    />
  );
}

/** All files of the workspace: add, find, look at, rename, delete. */
export function LibraryPage() {
  const uploader = useUploader();
  const assets = useAssets();
  const filters = useFilters();
  const [selectedId, setSelectedId] = useState("");
  const [generating, setGenerating] = useState(false);
  const [renaming, setRenaming] = useState<Asset | null>(null);
  const selected = useAsset(selectedId);
  const chosen = useChosenFiles((state) => state.ids);
  const [moving, setMoving] = useState<readonly string[]>([]);
  const here = useFilesHere(assets, filters.query);
  const actions = useAssetActions({
    onRename: setRenaming,
    onMove: ({ id }) => setMoving(carriedWith(id)),
  });
  const upload = (files: readonly File[]) => uploader((u) => u.add(files));
  const chooser = useFileChooser(upload);
  useInterruptedUploads();

  const select = (id: string, press: PressKeys) => {
    const isMore = press.ctrlKey || press.metaKey || press.shiftKey;
    chooseFile(id, press, order);
    setSelectedId(isMore || id === selectedId ? "" : id);
  };
  const shown = filterAssets(here, filters.query, filters.kind);
  const order = shown.map(({ id }) => id);
  const items = shown.map((asset) => ({
    asset,
    selected: asset.id === selectedId || chosen.includes(asset.id),
    menu: actions.menuOf(asset),
    onSelect: (press: PressKeys) => select(asset.id, press),
    onDelete: () => actions.remove(asset),
  }));

  return (
    <DropArea onFiles={upload} className={css["page"]}>
      {chooser.input}
      <Toolbar
        filters={filters}
        count={assets.length}
        onUpload={chooser.open}
        onGenerate={() => setGenerating(true)}
      />
      <UploadQueue onChooseAgain={chooser.open} hideDone />
      <div className={css["folders"]}>
        <FolderBar />
        <FolderScope query={filters.query} />
      </div>
      <div className={css["split"]}>
        <div className={css["content"]}>
          {filters.query.trim() === "" ? <FolderTiles /> : null}
          <Content items={items} total={here.length} filters={filters} onUpload={chooser.open} />
        </div>
        {selected === undefined ? null : (
          <AssetDetails
            key={selected.id}
            asset={selected}
            onClose={() => setSelectedId("")}
            onUploadAnother={chooser.open}
          />
        )}
      </div>
      {generating ? <GenerateDialog onClose={() => setGenerating(false)} /> : null}
      {moving.length === 0 ? null : <MoveFilesDialog ids={moving} onClose={() => setMoving([])} />}
      {renaming === null ? null : (
        <RenameFile key={renaming.id} asset={renaming} onClose={() => setRenaming(null)} />
      )}
    </DropArea>
  );
}
