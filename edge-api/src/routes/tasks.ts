import { downloadExport } from "../usecases/export/download-export.ts";
import { estimateExport } from "../usecases/export/estimate-export.ts";
import { listExportFormats } from "../usecases/export/list-formats.ts";
import { exportCaptions } from "../usecases/export/export-captions.ts";
import { submitExport } from "../usecases/export/submit-export.ts";
import { pollEvents } from "../usecases/event/poll-events.ts";
import { cancelTask } from "../usecases/task/cancel-task.ts";
import { getTask } from "../usecases/task/get-task.ts";
import { listTasks } from "../usecases/task/list-tasks.ts";
import { retryTask } from "../usecases/task/retry-task.ts";
import { streamEvents } from "./events.ts";
import type { Routes } from "./mount.ts";

export const taskRoutes = {
  listExportFormats: ({ deps }) => listExportFormats(deps),
  estimateExport: ({ deps, caller, body }) =>
    estimateExport(deps, caller, {
      projectId: body.project_id,
      revision: body.revision,
      spec: body.spec,
    }),
  createExport: ({ deps, caller, body, idempotencyKey }) =>
    submitExport(deps, caller, {
      projectId: body.project_id,
      revision: body.revision,
      spec: body.spec,
      idempotencyKey,
    }),
  listTasks: ({ deps, caller, query }) =>
    listTasks(deps, caller, {
      scene: query.scene,
      projectId: query.project_id,
      limit: query.limit,
    }),
  getTask: ({ deps, caller, params, query, signal }) =>
    getTask(deps, caller, { taskId: params.task_id, waitS: query.wait_s ?? 0, signal }),
  cancelTask: ({ deps, caller, params }) => cancelTask(deps, caller, params.task_id),
  retryTask: ({ deps, caller, params, idempotencyKey }) =>
    retryTask(deps, caller, { taskId: params.task_id, idempotencyKey }),
  downloadExport: ({ deps, caller, params }) => downloadExport(deps, caller, params.task_id),
  exportCaptions: ({ deps, caller, params, query }) =>
    exportCaptions(deps, caller, { taskId: params.task_id, format: query.format }),
  streamEvents,
  pollEvents: ({ deps, caller, query, signal }) =>
    pollEvents(deps, caller, { after: query.after ?? null, waitS: query.wait_s, signal }),
} satisfies Partial<Routes>;
