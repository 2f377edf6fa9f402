"use client";
import {
  type Imported,
  type InterchangeFailure,
  MAX_INTERCHANGE_BYTES,
  readOtio,
  relinked,
} from "@cutroom/interchange";
import { useMemo, useState } from "react";
import { sourceOf } from "../editor/actions/add-assets.ts";
import { useWorkspace } from "../server/workspace.ts";

type ReadFile =
  | { readonly kind: "none" }
  | { readonly kind: "refused"; readonly failure: InterchangeFailure; readonly fileName: string }
  | { readonly kind: "read"; readonly imported: Imported; readonly fileName: string };

/** A chosen file as a document, and the library's files given to what it is missing. */
export function useTimelineImport() {
  const assets = useWorkspace((state) => state.assets);
  const library = useMemo(
    () => Object.values(assets).flatMap((asset) => sourceOf(asset) ?? []),
    [assets],
  );
  const [file, setFile] = useState<ReadFile>({ kind: "none" });
  const [links, setLinks] = useState<Readonly<Record<string, string>>>({});

  const take = async (chosen: File) => {
    const fileName = chosen.name;
    setLinks({});
    if (chosen.size > MAX_INTERCHANGE_BYTES) {
      setFile({ kind: "refused", failure: { code: "interchange.too-large" }, fileName });
      return;
    }
    const read = readOtio(await chosen.text(), library);
    setFile(
      read.ok
        ? { kind: "read", imported: read.value, fileName }
        : { kind: "refused", failure: read.failure, fileName },
    );
  };

  const imported = file.kind === "read" ? file.imported : null;
  const document = useMemo(() => {
    if (imported === null) return null;
    return Object.entries(links).reduce((next, [missingId, assetId]) => {
      const asset = library.find((one) => one.assetId === assetId);
      return (asset && relinked(next, missingId, asset)) ?? next;
    }, imported.document);
  }, [imported, links, library]);

  /** The library's files that a missing one's clips can be cut from. */
  const fitting = (missingId: string) =>
    imported === null
      ? []
      : library.filter((asset) => relinked(imported.document, missingId, asset) !== null);

  return { file, document, links, setLinks, fitting, take };
}
