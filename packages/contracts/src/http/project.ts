import { patchOp, projectDocument, projectSettings } from "@cutroom/timeline";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";

const byId = z.object({ project_id: z.string() });
const name = z.string().trim().min(1).max(200);

export const projectSummary = z.object({
  id: z.string(),
  name: z.string(),
  revision: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  settings: projectSettings,
  /** Flicks. */
  duration: z.int(),
  poster_url: z.string().nullable(),
});
export type ProjectSummary = z.infer<typeof projectSummary>;

export const project = projectSummary.extend({ document: projectDocument });
export type ProjectWithDocument = z.infer<typeof project>;

export const projectVersion = z.object({
  revision: z.int(),
  /** When this state was saved. */
  created_at: z.string(),
  name: z.string().nullable(),
  /** Flicks; null for one stored before such facts were kept. */
  duration: z.int().nullable(),
  clip_count: z.int().nullable(),
  poster_url: z.string().nullable(),
});
export type ProjectVersion = z.infer<typeof projectVersion>;
const byRevision = byId.extend({ revision: z.coerce.number().int().min(0) });

export const projectEndpoints = {
  listProjects: endpoint({
    method: "GET",
    path: "/v1/projects",
    summary: "List your projects, last changed first",
    audience: "user",
    scope: "projects:read",
    status: 200,
    output: z.object({ projects: z.array(projectSummary) }),
    failures: [],
  }),
  createProject: endpoint({
    method: "POST",
    path: "/v1/projects",
    summary: "Start a project: empty, from a document, or from files laid end to end",
    audience: "user",
    scope: "projects:write",
    body: z.object({
      name,
      settings: projectSettings.partial().optional(),
      document: projectDocument.optional(),
      /** Ready assets, put on the timeline one after the other; the first one gives size and rate. */
      asset_ids: z.array(z.string()).max(200).optional(),
    }),
    status: 201,
    output: project,
    failures: ["asset.missing", "asset.not-ready", "patch.invalid"],
  }),
  getProject: endpoint({
    method: "GET",
    path: "/v1/projects/:project_id",
    summary: "A project with its document, at its newest or at an earlier revision",
    audience: "user",
    scope: "projects:read",
    params: byId,
    query: z.object({ revision: z.coerce.number().int().min(0).optional() }),
    status: 200,
    output: project,
    failures: ["request.not-found"],
  }),
  patchProject: endpoint({
    method: "PATCH",
    path: "/v1/projects/:project_id",
    summary: "Change a project. A stale base_revision changes nothing and answers 409",
    audience: "user",
    scope: "projects:write",
    params: byId,
    body: z.object({
      base_revision: z.int().min(0),
      name: name.optional(),
      ops: z.array(patchOp).max(20_000).optional(),
      /** Makes a repeated send of the same batch harmless. */
      batch_id: z.string().min(8).max(64).optional(),
    }),
    status: 200,
    output: z.object({ revision: z.int(), updated_at: z.string() }),
    failures: ["request.not-found", "revision.conflict", "patch.invalid", "asset.missing"],
  }),
  duplicateProject: endpoint({
    method: "POST",
    path: "/v1/projects/:project_id/duplicate",
    summary: "A copy; with a document, the copy holds that one (the way out of a conflict)",
    audience: "user",
    scope: "projects:write",
    params: byId,
    body: z.object({ name: name.optional(), document: projectDocument.optional() }),
    status: 201,
    output: project,
    failures: ["request.not-found", "patch.invalid", "asset.missing"],
  }),
  listProjectVersions: endpoint({
    method: "GET",
    path: "/v1/projects/:project_id/versions",
    summary: "Earlier states of a project, newest first: the named ones and some of each day",
    audience: "user",
    scope: "projects:read",
    params: byId,
    status: 200,
    output: z.object({ versions: z.array(projectVersion) }),
    failures: ["request.not-found"],
  }),
  nameProjectVersion: endpoint({
    method: "PATCH",
    path: "/v1/projects/:project_id/versions/:revision",
    summary: "Name a state of a project; its files stay in the library as long as it is named",
    audience: "user",
    scope: "projects:write",
    params: byRevision,
    body: z.object({ name }),
    status: 200,
    output: projectVersion,
    failures: ["request.not-found", "asset.missing"],
  }),
  unnameProjectVersion: endpoint({
    method: "DELETE",
    path: "/v1/projects/:project_id/versions/:revision",
    summary: "Take a version's name away; the state itself stays",
    audience: "user",
    scope: "projects:write",
    params: byRevision,
    status: 204,
    failures: ["request.not-found"],
  }),
  deleteProject: endpoint({
    method: "DELETE",
    path: "/v1/projects/:project_id",
    summary: "Delete a project; its files stay in the library",
    audience: "user",
    scope: "projects:write",
    params: byId,
    status: 204,
    failures: ["request.not-found"],
  }),
};
