import { INTERCHANGE_FORMATS, LOSS_CODES } from "@cutroom/interchange";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";

export const interchangeEndpoints = {
  exportInterchange: endpoint({
    method: "GET",
    path: "/v1/projects/:project_id/interchange",
    summary: "A project's timeline as a file for other programs, and what it does not say",
    audience: "user",
    scope: "projects:read",
    params: z.object({ project_id: z.string() }),
    query: z.object({
      format: z.enum(INTERCHANGE_FORMATS),
      revision: z.coerce.number().int().min(0).optional(),
    }),
    status: 200,
    output: z.object({
      file_name: z.string(),
      content_type: z.string(),
      text: z.string(),
      /** What other programs will not read from it; how many clips, tracks or cuts each touches. */
      losses: z.array(z.object({ code: z.enum(LOSS_CODES), count: z.int() })),
    }),
    failures: ["request.not-found"],
  }),
  getTimelineSchema: endpoint({
    method: "GET",
    path: "/v1/schemas/timeline",
    summary: "The JSON Schema of a timeline: of a project's document and of interchange's json",
    audience: "public",
    status: 200,
    output: z.record(z.string(), z.unknown()),
    failures: [],
  }),
};
