"use client";
import { AudioLines, Film, Search, Upload, Wand } from "lucide-react";
import { useState } from "react";
import { DropArea, useFileChooser } from "../../library/drop-area.tsx";
import { filterAssets } from "../../library/filter-assets.ts";
import { useProblemText } from "../../i18n/use-problem-text.ts";
import { useT } from "../../i18n/use-t.ts";
import { useUploader } from "../../server/upload/use-uploader.ts";
import { useAssets, useWorkspace } from "../../server/workspace.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { PanelHeader } from "../../ui/panel-header.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { CommandButton } from "../layout/command-button.tsx";
import { AssetCard } from "./asset-card.tsx";
import { BinTools } from "./bin-tools.tsx";
import { sortAssets, useBinView } from "./bin-view.ts";
import css from "./panels.module.css";
import { UploadRows } from "./upload-rows.tsx";

const ICON = { size: 16, strokeWidth: 1.5 } as const;

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

  const kept = assets.filter(
    ({ facts }) =>
      facts === null || (facts.kind !== "lut" && (only === undefined || facts.kind === only)),
  );
  const view = useBinView();
  const shown = sortAssets(filterAssets(kept, query, "all"), view.sort);
  const sound = only === "audio";
  return (
    <DropArea className={css["panel"]} onFiles={addFiles}>
      <PanelHeader title={t(sound ? "bin.audioTitle" : "bin.title")} count={kept.length}>
        {sound ? null : <CommandButton command="auto-cut" icon={<Wand {...ICON} />} />}
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
      <div className={css["scroll"]}>
        <UploadRows />
        {loading.status === "failed" ? (
          <p className={css["refused"]} role="alert">
            {t("bin.listFailed")}. {problemText(loading.problem)}
          </p>
        ) : null}
        {kept.length === 0 && loading.status === "ready" ? (
          <EmptyState
            icon={sound ? <AudioLines {...ICON} /> : <Film {...ICON} />}
            title={t(sound ? "bin.audioEmptyTitle" : "bin.emptyTitle")}
            body={t(sound ? "bin.audioEmptyBody" : "bin.emptyBody")}
            action={
              <Button icon={<Upload {...ICON} />} onClick={chooser.open}>
                {t("bin.upload")}
              </Button>
            }
          />
        ) : null}
        {kept.length > 0 && shown.length === 0 ? (
          <p className={css["note"]}>{t("bin.noMatch", { query })}</p>
        ) : null}
        <ul className={css["cards"]} data-layout={view.layout} data-testid="media-bin">
          {shown.map((asset) => (
            <AssetCard key={asset.id} asset={asset} />
          ))}
        </ul>
      </div>
    </DropArea>
  );
}
