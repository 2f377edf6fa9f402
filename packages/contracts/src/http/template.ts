import { projectSettings, template as templateContent } from "@cutroom/timeline";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { project } from "./project.ts";

const byId = z.object({ template_id: z.string() });
const name = z.string().trim().min(1).max(200);

const templateSummary = templateContent.omit({ document: true }).extend({
  id: z.string(),
  name: z.string(),
  /** One of the house, which everybody has and nobody changes. */
  built_in: z.boolean(),
  created_at: z.string().nullable(),
  settings: projectSettings,
  /** Flicks, before anything is chosen. */
  duration: z.int(),
});
export type TemplateSummary = z.infer<typeof templateSummary>;

const templateWithDocument = templateSummary.extend({
  document: templateContent.shape.document,
});
export type TemplateWithDocument = z.infer<typeof templateWithDocument>;

export const templateEndpoints = {
  listTemplates: endpoint({
    method: "GET",
    path: "/v1/templates",
    summary: "The templates of the house and of your workspace, the newest of yours first",
    audience: "user",
    scope: "projects:read",
    status: 200,
    output: z.object({ templates: z.array(templateSummary) }),
    failures: [],
  }),
  createTemplate: endpoint({
    method: "POST",
    path: "/v1/templates",
    summary: "Keep a project document with named places as a template of your workspace",
    audience: "user",
    scope: "projects:write",
    body: z.object({ name, template: templateContent }),
    status: 201,
    output: templateWithDocument,
    failures: ["template.invalid", "template.too-many", "asset.missing"],
  }),
  getTemplate: endpoint({
    method: "GET",
    path: "/v1/templates/:template_id",
    summary: "A template with its document",
    audience: "user",
    scope: "projects:read",
    params: byId,
    status: 200,
    output: templateWithDocument,
    failures: ["request.not-found"],
  }),
  renameTemplate: endpoint({
    method: "PATCH",
    path: "/v1/templates/:template_id",
    summary: "Rename a template of your workspace",
    audience: "user",
    scope: "projects:write",
    params: byId,
    body: z.object({ name }),
    status: 200,
    output: templateWithDocument,
    failures: ["request.not-found"],
  }),
  deleteTemplate: endpoint({
    method: "DELETE",
    path: "/v1/templates/:template_id",
    summary: "Delete a template of your workspace; projects made of it stay",
    audience: "user",
    scope: "projects:write",
    params: byId,
    status: 204,
    failures: ["request.not-found"],
  }),
  createProjectFromTemplate: endpoint({
    method: "POST",
    path: "/v1/templates/:template_id/projects",
    summary: "A project out of a template: files for its slots, words for its texts",
    audience: "user",
    scope: "projects:write",
    params: byId,
    body: z.object({
      /** The template's when left out. */
      name: name.optional(),
      /** Ready assets by slot; a slot that is left out is marked in the project by its name. */
      media: z.record(z.string(), z.string()).default({}),
      /** By field; one that is left out says what the template says. */
      texts: z.record(z.string(), z.string().max(1_000)).default({}),
      /** By field, as #rrggbb. */
      colours: z.record(z.string(), z.string().regex(/^#[0-9a-f]{6}$/)).default({}),
    }),
    status: 201,
    output: project,
    failures: ["request.not-found", "asset.missing", "asset.not-ready", "template.choice"],
  }),
};
