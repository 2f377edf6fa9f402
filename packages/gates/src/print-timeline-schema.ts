/** Writes the timeline's JSON Schema that is committed; run it after a change of the document. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { documentSchema } from "@cutroom/interchange";
import { ROOT } from "./gate.ts";

const path = join(ROOT, "docs/timeline.schema.json");
writeFileSync(path, `${JSON.stringify(documentSchema(), null, 2)}\n`);
