import { forTenant, schema } from "@cutroom/db";
import { writeInterchange } from "@cutroom/interchange";
import type { InterchangeFormat } from "@cutroom/interchange";
import { mediaFacts, ok } from "@cutroom/timeline";
import type { SourceAsset } from "@cutroom/timeline";
import { and, eq, inArray } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { fileNameOf } from "../../signed-links.ts";
import { assetsOf } from "./check-assets.ts";
import { readProject } from "./read-project.ts";

const { asset } = schema;

/**
 * A project's timeline as a file for other programs, with what the format does not say. Files
 * are named and never linked: links to them expire, and other programs find files by name.
 */
export async function exportInterchange(
  deps: Deps,
  caller: UserCaller,
  request: {
    readonly projectId: string;
    readonly revision?: number | undefined;
    readonly format: InterchangeFormat;
  },
) {
  const { tenantId } = caller;
  return forTenant(deps.database, tenantId, async (tx) => {
    const found = await readProject(tx, { tenantId, ...request });
    if (found === null) return refuse("request.not-found");
    const ids = [...assetsOf(found.document).keys()];
    const rows =
      ids.length === 0
        ? []
        : await tx
            .select({
              id: asset.id,
              name: asset.name,
              checksum: asset.checksum,
              facts: asset.facts,
            })
            .from(asset)
            .where(and(eq(asset.tenantId, tenantId), inArray(asset.id, ids)));
    const sources = rows.flatMap(({ id, name, checksum, facts }): SourceAsset[] => {
      const parsed = mediaFacts.safeParse(facts);
      if (checksum === null || !parsed.success) return [];
      return [{ assetId: id, checksum, name, facts: parsed.data }];
    });
    const { format } = request;
    const { name } = found.row;
    const file = writeInterchange(found.document, sources, { format, name });
    return ok({
      file_name: fileNameOf(name, format),
      content_type: file.contentType,
      text: file.text,
      losses: [...file.losses],
    });
  });
}
