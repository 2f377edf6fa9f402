import { readFileSync } from "node:fs";
import { join } from "node:path";
import { documentSchema } from "@cutroom/interchange";
import { describe, expect, it } from "vitest";
import { ROOT } from "./gate.ts";

describe("docs/timeline.schema.json", () => {
  it("is the document's own schema: `pnpm --filter @cutroom/gates timeline-schema` writes it (E1)", () => {
    const committed: unknown = JSON.parse(
      readFileSync(join(ROOT, "docs/timeline.schema.json"), "utf8"),
    );
    expect(committed).toEqual(documentSchema());
    expect(Object.keys(documentSchema()["properties"] ?? {})).toEqual([
      "schemaVersion",
      "settings",
      "trackOrder",
      "tracks",
      "clips",
      "transitions",
      "markers",
      "sequences",
    ]);
  });
});
