import { exportSpec } from "@cutroom/contracts";
import { forTenant, schema } from "@cutroom/db";
import { captionTracks, ok, writeCaptions } from "@cutroom/timeline";
import type { SidecarFormat } from "@cutroom/timeline";
import { and, eq } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { fileNameOf } from "../../signed-links.ts";
import { readDocument } from "../project/read-project.ts";
import { readTask } from "../task/read-tasks.ts";

const { projectRevision } = schema;

/** Caption files of the very revision that the export is bound to (E4); none unless it asked. */
export async function exportCaptions(
  deps: Deps,
  caller: UserCaller,
  request: { readonly taskId: string; readonly format: SidecarFormat },
) {
  return forTenant(deps.database, caller.tenantId, async (tx) => {
    const found = await readTask(tx, caller.tenantId, request.taskId);
    if (found === null || found.row.scene !== "export") return refuse("request.not-found");
    const { spec, projectName, projectId, projectRevision: revision } = found.row;
    const { captions } = exportSpec.parse(spec);
    const asked = captions === "sidecar" || captions === "both";
    if (!asked || projectId === null || revision === null) return ok({ captions: [] });
    const [stored] = await tx
      .select({ document: projectRevision.document })
      .from(projectRevision)
      .where(and(eq(projectRevision.projectId, projectId), eq(projectRevision.revision, revision)));
    if (stored === undefined) return refuse("request.not-found");
    const document = readDocument(stored.document);
    const tracks = captionTracks(document).flatMap((id) => document.tracks[id] ?? []);
    return ok({
      captions: tracks.map((track) => ({
        track_name: track.name,
        file_name: fileNameOf(
          tracks.length > 1
            ? `${projectName ?? "export"} ${track.name}`
            : (projectName ?? "export"),
          request.format,
        ),
        format: request.format,
        text: writeCaptions(document, track.id, request.format),
      })),
    });
  });
}
