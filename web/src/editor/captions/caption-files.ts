import {
  type Cue,
  type Flicks,
  MAX_CAPTION_BYTES,
  type ProjectDocument,
  type SidecarFormat,
  parseCaptions,
  writeCaptions,
} from "@cutroom/timeline";
import { decodeCaptions } from "./decode-captions.ts";
import { untimedCues } from "./caption-actions.ts";

export const CAPTION_FILES = ".srt,.vtt,.ass,.ssa,.txt";

export type ReadCaptions =
  | { readonly kind: "cues"; readonly cues: readonly Cue[]; readonly dropped: number }
  /** Text without times: a line for each cue, one after the other from the playhead on. */
  | { readonly kind: "lines"; readonly cues: readonly Cue[] }
  | { readonly kind: "refused"; readonly reason: "too-large" | "empty" };

/** What a file of captions says, whatever its encoding. */
export async function readCaptionFile(file: File, playheadFlicks: Flicks): Promise<ReadCaptions> {
  if (file.size > MAX_CAPTION_BYTES) return { kind: "refused", reason: "too-large" };
  const text = decodeCaptions(new Uint8Array(await file.arrayBuffer()));
  const parsed = parseCaptions(text);
  if (parsed.ok) return { kind: "cues", ...parsed.value };
  const lines = file.name.toLowerCase().endsWith(".txt") ? untimedCues(text, playheadFlicks) : [];
  return lines.length === 0 ? { kind: "refused", reason: "empty" } : { kind: "lines", cues: lines };
}

/** Hands a track to the browser's downloads. */
export function saveCaptionFile(
  document: ProjectDocument,
  trackId: string,
  format: SidecarFormat,
  name: string,
): void {
  const type = format === "vtt" ? "text/vtt" : "application/x-subrip";
  const url = URL.createObjectURL(new Blob([writeCaptions(document, trackId, format)], { type }));
  const link = window.document.createElement("a");
  link.href = url;
  link.download = `${name.replaceAll(/[\\/:*?"<>|]/g, "_")}.${format}`;
  link.click();
  URL.revokeObjectURL(url);
}
