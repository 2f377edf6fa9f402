import {
  changeEvidenceRetention,
  getEvidenceRetention,
} from "../usecases/moderation/change-retention.ts";
import { listEvidenceQueries, queryEvidence } from "../usecases/moderation/query-evidence.ts";
import type { Routes } from "./mount.ts";

export const evidenceRoutes = {
  queryEvidence: ({ deps, caller, body }) => queryEvidence(deps, caller, body),
  listEvidenceQueries: ({ deps, query }) => listEvidenceQueries(deps, query),
  getEvidenceRetention: ({ deps }) => getEvidenceRetention(deps),
  changeEvidenceRetention: ({ deps, caller, body }) =>
    changeEvidenceRetention(deps, caller, {
      baseVersion: body.base_version,
      queryableDays: body.queryable_days,
      archiveDays: body.archive_days,
      inferencesPerDay: body.inferences_per_day,
      queriesPerDay: body.queries_per_day,
      note: body.note,
    }),
} satisfies Partial<Routes>;
