/** OpenAPI 3.1, printed from the endpoint table: the page can never differ from the server. */
import type { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import { SchemaPrinter } from "./openapi-schemas.ts";
import { problemBody, problems } from "./problem.ts";
import { endpoints } from "./table.ts";

type Json = Record<string, unknown>;

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Json;
}

function parameters(
  printer: SchemaPrinter,
  schema: z.ZodObject | undefined,
  where: "path" | "query",
): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: where,
    required: where === "path",
    schema: printer.print(field as z.ZodType, "input"),
  }));
}

function responses(printer: SchemaPrinter, row: Endpoint): Json {
  const success =
    row.stream === "sse"
      ? { "text/event-stream": { schema: { type: "string" } } }
      : row.output && {
          [row.text ?? "application/json"]: { schema: printer.print(row.output, "output") },
        };
  const byStatus = new Map<number, string[]>();
  for (const code of row.failures) {
    const [status] = problems[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return {
    [row.status]: {
      description: row.summary,
      ...(success === undefined ? {} : { content: success }),
    },
    ...Object.fromEntries(
      [...byStatus].map(([status, codes]) => [
        status,
        { description: codes.join(", "), $ref: "#/components/responses/Problem" },
      ]),
    ),
    default: { $ref: "#/components/responses/Problem" },
  };
}

function operation(printer: SchemaPrinter, name: string, row: Endpoint): Json {
  const keyHeader = {
    name: "Idempotency-Key",
    in: "header",
    required: true,
    schema: { type: "string", minLength: 8, maxLength: 255 },
  };
  return {
    operationId: name,
    summary: row.summary,
    parameters: [
      ...parameters(printer, row.params, "path"),
      ...parameters(printer, row.query, "query"),
      ...(row.idempotent === undefined ? [] : [keyHeader]),
    ],
    ...(row.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { "application/json": { schema: printer.print(row.body, "input") } },
          },
        }),
    responses: responses(printer, row),
    security: row.audience === "public" ? [] : [{ apiKey: row.scope ? [row.scope] : [] }],
  };
}

/** The public surface (the farm's rows are left out) as an OpenAPI 3.1 document. */
export function openApiDocument(options: { readonly serverUrl: string }): OpenApiDocument {
  const printer = new SchemaPrinter();
  const paths: Record<string, Record<string, Json>> = {};
  const rows: [string, Endpoint][] = Object.entries(endpoints);
  for (const [name, row] of rows) {
    if (row.audience === "farm" || row.audience === "operator") continue;
    const path = row.path.replaceAll(/:([a-z_]+)/g, "{$1}");
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operation(printer, name, row) };
  }
  const problem = printer.print(problemBody, "output");
  return {
    openapi: "3.1.0",
    info: { title: "Cutroom API", version: "1" },
    servers: [{ url: options.serverUrl }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: "http", scheme: "bearer" } },
      schemas: printer.gathered(),
      responses: {
        Problem: {
          description: "RFC 9457; `code` is one of the closed list.",
          content: { "application/problem+json": { schema: problem } },
        },
      },
    },
  };
}
