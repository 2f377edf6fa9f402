"use client";
import { relinked } from "@cutroom/interchange";
import { checkDocument } from "@cutroom/timeline";
import { useMemo, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useUploads } from "../../server/upload/uploads-store.ts";
import { useUploader } from "../../server/upload/use-uploader.ts";
import { useWorkspace } from "../../server/workspace.ts";
import { notifyUndo } from "../../ui/toaster.tsx";
import { sourceOf } from "../actions/add-assets.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import { offersFor, offlineFiles } from "./offline-files.ts";

/** A file that was chosen from the disk in this dialog, as the uploads and the library know it. */
function useUploaded() {
  const uploader = useUploader();
  const [sent, setSent] = useState<{ readonly name: string; readonly size: number } | null>(null);
  const row = useUploads(({ rows }) =>
    rows.findLast(({ fileName, sizeBytes }) => fileName === sent?.name && sizeBytes === sent.size),
  );
  const asset = useWorkspace(({ assets }) =>
    row?.assetId === undefined || row.assetId === null ? undefined : assets[row.assetId],
  );
  const send = ([file]: readonly File[]) => {
    if (file === undefined) return;
    setSent({ name: file.name, size: file.size });
    uploader((one) => one.add([file]));
  };
  return { row, asset, send };
}

/** What the relink dialog shows and does; the missing files are those of the moment. */
export function useRelink() {
  const t = useT("editor");
  const env = useEnv();
  const document = useEditor(({ project }) => project.document);
  const [selectedFirst] = useState(env.store.getState().selectedClipIds);
  const { assets, assetsLoading } = useWorkspace();
  const uploaded = useUploaded();
  const [missingId, setMissingId] = useState<string | null>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);

  const missing = useMemo(
    () => offlineFiles(document, { assets, assetsLoading }, selectedFirst),
    [document, assets, assetsLoading, selectedFirst],
  );
  const file = missing.find(({ assetId }) => assetId === missingId) ?? missing[0];
  const offers = useMemo(() => {
    const library = Object.values(assets).flatMap((asset) => sourceOf(asset) ?? []);
    return file === undefined ? [] : offersFor(document, file.assetId, library);
  }, [document, assets, file]);
  const offerOf = (id: string | null | undefined) =>
    offers.find(({ source }) => source.assetId === id);
  const likeliest = offers[0]?.likeness === "none" ? undefined : offers[0];
  const chosen = offerOf(chosenId) ?? offerOf(uploaded.asset?.id) ?? likeliest;

  const chooseMissing = (assetId: string) => {
    setMissingId(assetId);
    setChosenId(null);
    setRefused(false);
  };
  const choose = (assetId: string) => {
    setChosenId(assetId);
    setRefused(false);
  };
  /** All clips of the file as one undo step; true when nothing else is missing. */
  const apply = (): boolean => {
    if (file === undefined || chosen === undefined) return false;
    const next = relinked(document, file.assetId, chosen.source);
    if (next === null || checkDocument(next).length > 0) {
      setRefused(true);
      return false;
    }
    const state = env.store.getState();
    if (!state.replaceDocument("relink", next)) return false;
    notifyUndo(t("relink.done", { count: file.clipCount }), {
      label: t("commands.undo"),
      run: () => {
        const { journal, undo } = env.store.getState();
        if (journal.history.past.at(-1)?.label === "relink") undo();
      },
    });
    setMissingId(null);
    setChosenId(null);
    return missing.length === 1;
  };
  return { file, missing, offers, chosen, refused, uploaded, chooseMissing, choose, apply };
}
