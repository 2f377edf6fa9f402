/** The document's shape as a JSON Schema, for programs that write or read timelines of ours. */
import { SCHEMA_VERSION, projectDocument } from "@cutroom/timeline";
import { z } from "zod";

/** Made from the very schema that every document is checked by; rules beyond shapes are SPEC.md's. */
export function documentSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...shape } = z.toJSONSchema(projectDocument);
  return {
    $schema,
    title: "Cutroom timeline",
    description:
      `Version ${SCHEMA_VERSION}. All times are whole flicks (1/705,600,000 s); tracks are listed ` +
      "from bottom to top; positions and sizes are shares of the frame.",
    ...shape,
  };
}
