/** Reading documents that an earlier version of the schema wrote. */
import { SCHEMA_VERSION, projectDocument } from "../document.ts";
import type { ProjectDocument } from "../document.ts";
import { checkDocument } from "../invariants.ts";
import { fail, ok } from "../result.ts";
import type { Failure, Result } from "../result.ts";

/**
 * `document.unreadable`: no document at all. `document.too-new`: a newer program wrote it.
 * `document.too-old`: no step leads up from its version. `document.invalid`: it has not the
 * shape of its version. `document.breaks-rule`: it breaks a rule of SPEC.md.
 */
export type MigrationFailure = Failure<
  | "document.unreadable"
  | "document.too-new"
  | "document.too-old"
  | "document.invalid"
  | "document.breaks-rule"
>;

type Json = Readonly<Record<string, unknown>>;

/** Makes a document of the version after `from` out of one of `from`. Pure, never edited again. */
export interface Migration {
  readonly from: number;
  readonly up: (document: Json) => Json;
}

/** In order. Version 1 is the base, so the first one will be `{ from: 1, up: ... }`. */
export const MIGRATIONS: readonly Migration[] = [];

/**
 * Carries a document up, one version at a time, to `target`. Apart from `migrateDocument` so
 * that the order and the refusals can be checked with steps of one's own.
 */
export function climb(
  json: unknown,
  steps: readonly Migration[],
  target: number,
): Result<Json, MigrationFailure> {
  if (typeof json !== "object" || json === null || !("schemaVersion" in json)) {
    return fail("document.unreadable");
  }
  let document: Json = { ...json };
  for (;;) {
    const version = document["schemaVersion"];
    if (typeof version !== "number" || !Number.isSafeInteger(version)) {
      return fail("document.unreadable");
    }
    if (version === target) return ok(document);
    if (version > target) return fail("document.too-new", { version, target });
    const step = steps.find((one) => one.from === version);
    if (!step) return fail("document.too-old", { version, target });
    document = { ...step.up(document), schemaVersion: version + 1 };
  }
}

/** A document of today's version out of stored JSON of any version. */
export function migrateDocument(json: unknown): Result<ProjectDocument, MigrationFailure> {
  const climbed = climb(json, MIGRATIONS, SCHEMA_VERSION);
  if (!climbed.ok) return climbed;
  const parsed = projectDocument.safeParse(climbed.value);
  if (!parsed.success) {
    return fail("document.invalid", { path: parsed.error.issues[0]?.path.join("/") ?? "" });
  }
  const [violation] = checkDocument(parsed.data);
  if (violation) {
    return fail("document.breaks-rule", { rule: violation.rule, ids: violation.ids.join(",") });
  }
  return ok(parsed.data);
}
