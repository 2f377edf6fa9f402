"use client";
import type { Asset } from "@cutroom/contracts";
import { AudioLines, Film, Mic, Search, Upload, Wand } from "lucide-react";
import { useState } from "react";
import { DropArea, useFileChooser } from "../../library/drop-area.tsx";
import { filterAssets } from "../../library/filter-assets.ts";
import { FolderBar } from "../../library/folder-bar.tsx";
import { FolderScope } from "../../library/folder-scope.tsx";
import { FolderTiles } from "../../library/folder-tiles.tsx";
import { useFolders } from "../../library/folders-store.ts";
import { useFilesHere } from "../../library/use-files-here.ts";
import { useProblemText } from "../../i18n/use-problem-text.ts";
import { useT } from "../../i18n/use-t.ts";
import { LeftRecordings } from "../../record/left-recordings.tsx";
import { useUploader } from "../../server/upload/use-uploader.ts";
import { useAssets, useWorkspace } from "../../server/workspace.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { PanelHeader } from "../../ui/panel-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { CommandButton } from "../layout/command-button.tsx";
import { AssetCard } from "./asset-card.tsx";
import { BinTools } from "./bin-tools.tsx";
import { sortAssets, useBinView } from "./bin-view.ts";
import css from "./panels.module.css";
import { UploadRows } from "./upload-rows.tsx";

const ICON = { size: 16, strokeWidth: 1.5 } as const;
const PLACES = [0, 1, 2, 3];

/** There are no files, or it is not known yet. */
function NoFiles(props: { readonly sound: boolean; readonly onUpload: () => void }) {
  const t = useT("editor");
  const { sound } = props;
  const { status } = useWorkspace((state) => state.assetsLoading);
  if (status === "loading") {
    return (
      <div className={css["cards"]} aria-busy>
        {PLACES.map((place) => (
          <Skeleton key={place} height={90} />
        ))}
      </div>
    );
  }
  if (status !== "ready") return null;
  return (
    <EmptyState
      icon={sound ? <AudioLines {...ICON} /> : <Film {...ICON} />}
      title={t(sound ? "bin.audioEmptyTitle" : "bin.emptyTitle")}
      body={t(sound ? "bin.audioEmptyBody" : "bin.emptyBody")}
      action={
        <Button icon={<Upload {...ICON} />} onClick={props.onUpload}>
          {t("bin.upload")}
        </Button>
      }
    />
  );
}

/** Folders of the open one, and why there are no files below them. */
function Inside(props: {
  readonly sound: boolean;
  readonly query: string;
  readonly kept: number;
  readonly here: number;
  readonly shown: number;
}) {
  const t = useT("editor");
  const tFolders = useT("folders");
  const openId = useFolders((state) => state.openId);
  const { query } = props;
  if (query.trim() !== "") {
    if (props.kept === 0 || props.shown > 0) return null;
    return <p className={css["note"]}>{t("bin.noMatch", { query })}</p>;
  }
  if (props.sound) return null;
  return (
    <>
      <FolderTiles />
      {openId !== null && props.here === 0 ? (
        <p className={css["note"]}>{tFolders("empty")}</p>
      ) : null}
    </>
  );
}

/** What is not known yet may turn out to be a sound; what was refused is shown once, among all. */
function belongs({ facts, state }: Asset, only: "audio" | undefined): boolean {
  if (facts === null) return only === undefined || state !== "REFUSED";
  return facts.kind !== "lut" && (only === undefined || facts.kind === only);
}

/** The library beside the timeline: everything, or only sound. */
export function MediaBin({ only }: { readonly only?: "audio" }) {
  const t = useT("editor");
  const problemText = useProblemText();
  const uploader = useUploader();
  const [query, setQuery] = useState("");
  const assets = useAssets();
  const loading = useWorkspace((state) => state.assetsLoading);
  const addFiles = (files: readonly File[]) => uploader((one) => one.add(files));
  const chooser = useFileChooser(addFiles);

  const kept = assets.filter((asset) => belongs(asset, only));
  const view = useBinView();
  const sound = only === "audio";
  const here = useFilesHere(kept, query);
  // Sound is one list: its panel is a filter already.
  const shown = sortAssets(filterAssets(sound ? kept : here, query, "all"), view.sort);
  const order = shown.map(({ id }) => id);
  return (
    <DropArea className={css["panel"]} onFiles={addFiles}>
      <PanelHeader title={t(sound ? "bin.audioTitle" : "bin.title")} count={kept.length}>
        {sound ? null : <CommandButton command="auto-cut" icon={<Wand {...ICON} />} />}
        <CommandButton command="record" icon={<Mic {...ICON} />} />
        <IconButton label={t("bin.upload")} icon={<Upload {...ICON} />} onClick={chooser.open} />
      </PanelHeader>
      {chooser.input}
      <div className={css["search"]}>
        <TextField
          label={t("bin.search")}
          hideLabel
          placeholder={t("bin.search")}
          icon={<Search size={14} strokeWidth={1.5} />}
          value={query}
          onChange={setQuery}
        />
      </div>
      <BinTools />
      {sound ? null : (
        <div className={css["folders"]}>
          <FolderScope query={query} />
          <FolderBar />
        </div>
      )}
      <div className={css["scroll"]}>
        <LeftRecordings />
        <UploadRows />
        {loading.status === "failed" ? (
          <p className={css["refused"]} role="alert">
            {t("bin.listFailed")}. {problemText(loading.problem)}
          </p>
        ) : null}
        {kept.length === 0 ? <NoFiles sound={sound} onUpload={chooser.open} /> : null}
        <Inside
          sound={sound}
          query={query}
          kept={kept.length}
          here={here.length}
          shown={shown.length}
        />
        <ul className={css["cards"]} data-layout={view.layout} data-testid="media-bin">
          {shown.map((asset) => (
            <AssetCard key={asset.id} asset={asset} order={order} />
          ))}
        </ul>
      </div>
    </DropArea>
  );
}
