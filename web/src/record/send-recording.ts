"use client";
/** From the shelf into the library, by the same way as every other file. */
import { useUploads } from "../server/upload/uploads-store.ts";
import type { Uploader } from "../server/upload/uploader.ts";
import type { Recording } from "./recording.ts";
import { holdRecording, recordingShelf } from "./recording-shelf.ts";

/**
 * Uploads a recording. It leaves the shelf when the library has it; an upload that is taken off
 * the list leaves it there, to be offered again. `onAsset` is called once, as soon as the library
 * has a place for it; `onEnd` when nothing more happens.
 */
export async function sendRecording(
  recording: Recording,
  uploader: (use: (uploader: Uploader) => void) => void,
  on: { readonly onAsset: (assetId: string) => void; readonly onEnd: () => void },
): Promise<void> {
  const release = holdRecording(recording.id);
  const file = await recordingShelf.file(recording);
  let assetId: string | null = null;
  let wasListed = false;
  const end = () => {
    unsubscribe();
    release();
    on.onEnd();
  };
  const look = () => {
    const row = useUploads
      .getState()
      .rows.findLast((one) => one.fileName === file.name && one.sizeBytes === file.size);
    if (row === undefined) {
      if (wasListed) end();
      return;
    }
    wasListed = true;
    if (assetId === null && row.assetId !== null) {
      assetId = row.assetId;
      on.onAsset(assetId);
    }
    if (row.state === "done") void recordingShelf.forget(recording.id).finally(end);
  };
  const unsubscribe = useUploads.subscribe(look);
  uploader((one) => one.add([file]));
}
