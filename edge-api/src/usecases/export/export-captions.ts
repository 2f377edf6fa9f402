import { exportSpec } from "@cutroom/contracts";
import type { ExportSpec } from "@cutroom/contracts";
import { forTenant, schema } from "@cutroom/db";
import {
  captionTracks,
  documentDuration,
  framesToFlicks,
  ok,
  writeCaptions,
} from "@cutroom/timeline";
import type { ProjectDocument, SidecarFormat, TimeRange } from "@cutroom/timeline";
import { and, eq } from "drizzle-orm";
import type { UserCaller } from "../../caller.ts";
import type { Deps } from "../../deps.ts";
import { refuse } from "../../refusal.ts";
import { fileNameOf } from "../../signed-links.ts";
import { readDocument } from "../project/read-project.ts";
import { readTask } from "../task/read-tasks.ts";
import { filmFrames } from "./film-frames.ts";

const { projectRevision } = schema;

/** The stretch that an export is of; undefined: the whole film. */
function windowOf(spec: ExportSpec, document: ProjectDocument): TimeRange | undefined {
  const durationFlicks = documentDuration(document);
  const frames = filmFrames(spec, { durationFlicks, rate: document.settings.rate });
  if (spec.range === undefined || !frames.ok) return undefined;
  const { rate, startFrame, endFrame } = frames.value;
  const start = framesToFlicks(startFrame, rate);
  return { start, duration: framesToFlicks(endFrame, rate) - start };
}

/** Caption files of the very revision that the export is bound to (E4); none unless it asked. */
export async function exportCaptions(
  deps: Deps,
  caller: UserCaller,
  request: { readonly taskId: string; readonly format: SidecarFormat },
) {
  return forTenant(deps.database, caller.tenantId, async (tx) => {
    const found = await readTask(tx, caller.tenantId, request.taskId);
    if (found === null || found.row.scene !== "export") return refuse("request.not-found");
    const { projectName, projectId, projectRevision: revision } = found.row;
    const spec = exportSpec.parse(found.row.spec);
    const { captions } = spec;
    const asked = captions === "sidecar" || captions === "both";
    if (!asked || projectId === null || revision === null) return ok({ captions: [] });
    const [stored] = await tx
      .select({ document: projectRevision.document })
      .from(projectRevision)
      .where(and(eq(projectRevision.projectId, projectId), eq(projectRevision.revision, revision)));
    if (stored === undefined) return refuse("request.not-found");
    const document = readDocument(stored.document);
    const window = windowOf(spec, document);
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
        text: writeCaptions(document, track.id, request.format, window),
      })),
    });
  });
}
