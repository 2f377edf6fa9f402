import { createProjectFromTemplate } from "../usecases/template/create-project-from-template.ts";
import { createTemplate } from "../usecases/template/create-template.ts";
import { deleteTemplate } from "../usecases/template/delete-template.ts";
import { getTemplate } from "../usecases/template/get-template.ts";
import { listTemplates } from "../usecases/template/list-templates.ts";
import { renameTemplate } from "../usecases/template/rename-template.ts";
import type { Routes } from "./mount.ts";

export const templateRoutes = {
  listTemplates: ({ deps, caller }) => listTemplates(deps, caller),
  createTemplate: ({ deps, caller, body }) =>
    createTemplate(deps, caller, { name: body.name, content: body.template }),
  getTemplate: ({ deps, caller, params }) => getTemplate(deps, caller, params.template_id),
  renameTemplate: ({ deps, caller, params, body }) =>
    renameTemplate(deps, caller, { templateId: params.template_id, name: body.name }),
  deleteTemplate: ({ deps, caller, params }) => deleteTemplate(deps, caller, params.template_id),
  createProjectFromTemplate: ({ deps, caller, params, body }) =>
    createProjectFromTemplate(deps, caller, { templateId: params.template_id, ...body }),
} satisfies Partial<Routes>;
