/** Writes the OpenAPI page that is committed; run it after a change of the endpoint table. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openApiDocument } from "@cutroom/contracts/openapi";
import { ROOT } from "./gate.ts";

const page = openApiDocument({ serverUrl: "http://localhost:8787" });
writeFileSync(join(ROOT, "packages/contracts/openapi.json"), `${JSON.stringify(page, null, 2)}\n`);
