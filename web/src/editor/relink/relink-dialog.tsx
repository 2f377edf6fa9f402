"use client";
import { flicksToMs } from "@cutroom/timeline";
import { CircleCheck, FolderOpen, Upload } from "lucide-react";
import { useT } from "../../i18n/use-t.ts";
import { useProblemText } from "../../i18n/use-problem-text.ts";
import { useFileChooser } from "../../library/drop-area.tsx";
import { HoverScrub } from "../../library/hover-scrub.tsx";
import { useAsset } from "../../server/workspace.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatDuration } from "../../ui/format.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Select } from "../../ui/select.tsx";
import type { Offer, OfflineFile } from "./offline-files.ts";
import css from "./relink.module.css";
import { useRelink } from "./use-relink.ts";

type Relink = ReturnType<typeof useRelink>;

/** Which missing file this is about; a choice when several are missing. */
function Missing({ relink, file }: { readonly relink: Relink; readonly file: OfflineFile }) {
  const t = useT("editor");
  const { missing, chooseMissing } = relink;
  const clips = t("relink.clips", { count: file.clipCount });
  if (missing.length === 1) {
    return (
      <p className={css["missing"]} data-testid="relink-missing">
        <span className={css["name"]} dir="auto" title={file.name}>
          {file.name}
        </span>
        <span className={css["note"]}>{clips}</span>
      </p>
    );
  }
  return (
    <Select
      label={t("relink.missing", { count: missing.length })}
      value={file.assetId}
      onChange={chooseMissing}
      options={missing.map((one) => ({
        value: one.assetId,
        label: one.name,
        hint: t("relink.clips", { count: one.clipCount }),
      }))}
    />
  );
}

function OfferRow(props: {
  readonly offer: Offer;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const t = useT("editor");
  const { source, likeness } = props.offer;
  const asset = useAsset(source.assetId);
  return (
    <li>
      <button
        type="button"
        className={css["offer"]}
        aria-pressed={props.chosen}
        title={source.name}
        onClick={props.onChoose}
      >
        <span className={css["picture"]}>
          {asset === undefined ? null : <HoverScrub asset={asset} />}
        </span>
        <span className={css["name"]} dir="auto">
          {source.name}
        </span>
        {likeness === "none" ? null : (
          <Badge tone={likeness === "length" ? "neutral" : "good"}>
            {t(`relink.like.${likeness}`)}
          </Badge>
        )}
        <span className={css["note"]}>
          {source.facts.kind === "image"
            ? t("bin.still")
            : formatDuration(flicksToMs(source.facts.duration))}
        </span>
      </button>
    </li>
  );
}

/** How the file that was chosen from the disk is coming along. */
function Uploaded({ relink }: { readonly relink: Relink }) {
  const t = useT("editor");
  const tLibrary = useT("library");
  const tFail = useT("failures");
  const problemText = useProblemText();
  const { row, asset } = relink.uploaded;
  const { failure } = row ?? {};
  if (row === undefined) return null;
  if (failure !== null && failure !== undefined) {
    const words = typeof failure === "string" ? tLibrary(`queue.${failure}`) : problemText(failure);
    return <Bad text={words} />;
  }
  if (asset?.state === "REFUSED") {
    const code = asset.failure?.code;
    return <Bad text={code === undefined ? t("bin.refused") : tFail(`what.${code}`)} />;
  }
  if (asset?.state === "READY") {
    const fits = relink.offers.some(({ source }) => source.assetId === asset.id);
    return fits ? null : <Bad text={t("relink.unfit", { name: asset.name })} />;
  }
  const sent = row.state === "done";
  const label = t(sent ? "bin.processing" : "bin.uploading");
  return (
    <div className={css["progress"]}>
      <span className={css["note"]}>{`${label} · ${row.fileName}`}</span>
      <ProgressBar label={label} percent={sent ? (asset?.progress ?? null) : row.percent} />
    </div>
  );
}

function Bad({ text }: { readonly text: string }) {
  return (
    <p className={css["bad"]} role="alert">
      {text}
    </p>
  );
}

function Body({ relink }: { readonly relink: Relink }) {
  const t = useT("editor");
  const { file, offers, chosen, refused } = relink;
  if (file === undefined) {
    return (
      <EmptyState
        icon={<CircleCheck size={20} strokeWidth={1.5} />}
        title={t("relink.noneTitle")}
        body={t("relink.noneBody")}
      />
    );
  }
  return (
    <div className={css["stack"]}>
      <Missing relink={relink} file={file} />
      <Uploaded relink={relink} />
      {offers.length === 0 ? (
        <EmptyState
          icon={<FolderOpen size={20} strokeWidth={1.5} />}
          title={t("relink.nothingTitle")}
          body={t("relink.nothingBody")}
        />
      ) : (
        <ul className={css["offers"]} aria-label={t("relink.offers")} data-testid="relink-offers">
          {offers.map((offer) => (
            <OfferRow
              key={offer.source.assetId}
              offer={offer}
              chosen={offer === chosen}
              onChoose={() => relink.choose(offer.source.assetId)}
            />
          ))}
        </ul>
      )}
      {refused ? <Bad text={t("relink.refused")} /> : null}
    </div>
  );
}

function RelinkForm({ onClose }: { readonly onClose: () => void }) {
  const t = useT("editor");
  const tUi = useT("ui");
  const relink = useRelink();
  const { file, chosen, uploaded } = relink;
  const chooser = useFileChooser(uploaded.send);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("relink.title")}
      description={t("relink.text")}
      footer={
        <>
          <Button
            icon={<Upload size={14} strokeWidth={1.5} />}
            disabled={file === undefined}
            onClick={chooser.open}
          >
            {t("relink.upload")}
          </Button>
          <Button onClick={onClose}>{tUi("actions.cancel")}</Button>
          <Button
            kind="primary"
            disabled={file === undefined || chosen === undefined}
            onClick={() => {
              if (relink.apply()) onClose();
            }}
            data-testid="relink-apply"
          >
            {t("relink.apply", { count: file?.clipCount ?? 0 })}
          </Button>
        </>
      }
    >
      {chooser.input}
      <Body relink={relink} />
    </Dialog>
  );
}

/** Gives clips whose file is missing another one: from the library or from the disk. */
export function RelinkDialog(props: { readonly open: boolean; readonly onClose: () => void }) {
  return props.open ? <RelinkForm onClose={props.onClose} /> : null;
}
