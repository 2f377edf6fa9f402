import type { ProjectSettings } from "@cutroom/timeline";
import { createProject } from "../usecases/project/create-project.ts";
import { deleteProject } from "../usecases/project/delete-project.ts";
import { duplicateProject } from "../usecases/project/duplicate-project.ts";
import { getProject } from "../usecases/project/get-project.ts";
import { listProjects } from "../usecases/project/list-projects.ts";
import { listProjectVersions } from "../usecases/project/list-project-versions.ts";
import { nameProjectVersion } from "../usecases/project/name-project-version.ts";
import { patchProject } from "../usecases/project/patch-project.ts";
import { unnameProjectVersion } from "../usecases/project/unname-project-version.ts";
import type { Routes } from "./mount.ts";

export const projectRoutes = {
  listProjects: ({ deps, caller }) => listProjects(deps, caller),
  createProject: ({ deps, caller, body }) =>
    createProject(deps, caller, {
      name: body.name,
      // JSON has no undefined: an absent key is absent.
      settings: body.settings as Partial<ProjectSettings> | undefined,
      document: body.document,
      assetIds: body.asset_ids,
    }),
  getProject: ({ deps, caller, params, query }) =>
    getProject(deps, caller, { projectId: params.project_id, revision: query.revision }),
  patchProject: ({ deps, caller, params, body }) =>
    patchProject(deps, caller, {
      projectId: params.project_id,
      baseRevision: body.base_revision,
      name: body.name,
      ops: body.ops,
      batchId: body.batch_id,
    }),
  duplicateProject: ({ deps, caller, params, body }) =>
    duplicateProject(deps, caller, {
      projectId: params.project_id,
      name: body.name,
      document: body.document,
    }),
  listProjectVersions: ({ deps, caller, params }) =>
    listProjectVersions(deps, caller, params.project_id),
  nameProjectVersion: ({ deps, caller, params, body }) =>
    nameProjectVersion(deps, caller, {
      projectId: params.project_id,
      revision: params.revision,
      name: body.name,
    }),
  unnameProjectVersion: ({ deps, caller, params }) =>
    unnameProjectVersion(deps, caller, {
      projectId: params.project_id,
      revision: params.revision,
    }),
  deleteProject: ({ deps, caller, params }) => deleteProject(deps, caller, params.project_id),
} satisfies Partial<Routes>;
