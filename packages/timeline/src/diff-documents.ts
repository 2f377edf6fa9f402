/** The difference of two documents as operations. */
import type { ProjectDocument } from "./document.ts";
import type { Patch, PatchOp } from "./patch.ts";

type Json = Extract<PatchOp, { value: unknown }>["value"];
type Plain = Readonly<Record<string, Json>>;

function isPlain(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A rate is one value: half of a new one would be a rate that nobody chose. */
function isWhole(value: Plain): boolean {
  const names = Object.keys(value);
  return names.length === 2 && Object.hasOwn(value, "n") && Object.hasOwn(value, "d");
}

/** The same value, whatever its identity and the order of its keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (!isPlain(a) || !isPlain(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]))
  );
}

/** As deep as the path of an operation goes; what lies deeper is one value. */
const DEEPEST = 6;

function compare(before: Plain, after: Plain, path: readonly string[], ops: PatchOp[]): void {
  for (const name of Object.keys(before)) {
    if (!Object.hasOwn(after, name)) ops.push({ path: [...path, name], remove: true });
  }
  for (const [name, value] of Object.entries(after)) {
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    if (old === value) continue;
    const here = [...path, name];
    const descend =
      here.length < DEEPEST &&
      isPlain(old) &&
      isPlain(value) &&
      !isWhole(value) &&
      old["kind"] === value["kind"];
    if (descend) compare(old, value, here, ops);
    else if (!sameJson(old, value)) ops.push({ path: here, value });
  }
}

/**
 * The operations that make `after` out of `before`: one for each value that differs, at its
 * own path, so that edits of different clips or fields never meet. Values with the same
 * identity are not looked into, so the cost follows the change and not the document.
 */
export function diffDocuments(before: ProjectDocument, after: ProjectDocument): PatchOp[] {
  const ops: PatchOp[] = [];
  if (before !== after) compare(before, after, [], ops);
  return ops;
}

/** Both directions of the change from `before` to `after`. */
export function makePatch(before: ProjectDocument, after: ProjectDocument): Patch {
  return { forward: diffDocuments(before, after), inverse: diffDocuments(after, before) };
}
