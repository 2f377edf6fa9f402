/** A document as a file of any of the formats. */
import type { ProjectDocument, SourceAsset } from "@cutroom/timeline";
import { CONTENT_TYPES, sourcesOf } from "./formats.ts";
import type { InterchangeFormat } from "./formats.ts";
import { laidFlat } from "./laid-flat.ts";
import { lossesOf } from "./losses.ts";
import type { Loss } from "./losses.ts";
import { writeEdl } from "./edl/write-edl.ts";
import { writeFcpxml } from "./fcpxml/write-fcpxml.ts";
import { writeOtio } from "./otio/write-otio.ts";

export interface InterchangeFile {
  readonly text: string;
  readonly contentType: string;
  /** What other programs will not read from it; say so before it is saved. */
  readonly losses: readonly Loss[];
}

/**
 * `assets` are the files behind the clips, as far as they are known: without one, a clip's own
 * name stands for its file and nothing is known of its sound. Times stay exact in every format.
 */
export function writeInterchange(
  document: ProjectDocument,
  assets: readonly SourceAsset[],
  request: { readonly format: InterchangeFormat; readonly name: string },
): InterchangeFile {
  const sources = sourcesOf(assets);
  const { format, name } = request;
  const flat = laidFlat(document);
  const write = {
    otio: () => writeOtio(flat, sources, name),
    fcpxml: () => writeFcpxml(flat, sources, name),
    edl: () => writeEdl(flat, sources, name),
    json: () => `${JSON.stringify(document, null, 2)}\n`,
  };
  return {
    text: write[format](),
    contentType: CONTENT_TYPES[format],
    losses: lossesOf(document, format),
  };
}
