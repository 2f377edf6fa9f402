import { documentSchema } from "@cutroom/interchange";
import { ok } from "@cutroom/timeline";
import { exportInterchange } from "../usecases/project/export-interchange.ts";
import type { Routes } from "./mount.ts";

export const interchangeRoutes = {
  exportInterchange: ({ deps, caller, params, query }) =>
    exportInterchange(deps, caller, {
      projectId: params.project_id,
      revision: query.revision,
      format: query.format,
    }),
  getTimelineSchema: () => Promise.resolve(ok(documentSchema())),
} satisfies Partial<Routes>;
