/** Carrying operations out on a document. */
import { projectDocument } from "./document.ts";
import type { ProjectDocument } from "./document.ts";
import { checkDocument } from "./invariants.ts";
import type { PatchOp } from "./patch.ts";
import { fail, ok } from "./result.ts";
import type { Failure, Result } from "./result.ts";

/**
 * `patch.path`: an operation names a place that is not there. `patch.schema`: the result has
 * not a document's shape. `patch.rule`: it breaks a rule of SPEC.md.
 */
export type PatchFailure = Failure<"patch.path" | "patch.schema" | "patch.rule">;

type Node = Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Keys that reach an object's prototype instead of its own values. */
function isUnsafe(key: string): boolean {
  return key in Object.prototype;
}

function hasUnsafeKey(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasUnsafeKey);
  if (!isNode(value)) return false;
  return Object.keys(value).some((key) => isUnsafe(key) || hasUnsafeKey(value[key]));
}

/** Nodes in `owned` were made by this call and may be written; any other is copied first. */
function ownChild(parent: Node, key: string, owned: Set<Node>): Node | null {
  const child = Object.hasOwn(parent, key) ? parent[key] : undefined;
  if (!isNode(child)) return null;
  if (owned.has(child)) return child;
  const copy = { ...child };
  owned.add(copy);
  parent[key] = copy;
  return copy;
}

function applyOne(root: Node, op: PatchOp, owned: Set<Node>): boolean {
  if (op.path.some(isUnsafe)) return false;
  const last = op.path.at(-1);
  if (last === undefined) return false;
  let node: Node | null = root;
  for (const key of op.path.slice(0, -1)) {
    node = ownChild(node, key, owned);
    if (!node) return false;
  }
  if ("remove" in op) {
    if (!Object.hasOwn(node, last)) return false;
    delete node[last];
    return true;
  }
  if (hasUnsafeKey(op.value)) return false;
  node[last] = op.value;
  return true;
}

/**
 * The document with every operation carried out in order, or none of them. Parts that no
 * operation touches keep their identity. The result has passed the schema and SPEC.md.
 */
export function applyOps(
  document: ProjectDocument,
  ops: readonly PatchOp[],
): Result<ProjectDocument, PatchFailure> {
  if (ops.length === 0) return ok(document);
  const root: Node = { ...document };
  const owned = new Set<Node>([root]);
  for (const [index, op] of ops.entries()) {
    if (!applyOne(root, op, owned)) {
      return fail("patch.path", { index, path: op.path.join("/") });
    }
  }
  return validate(root);
}

/** Entities that have passed the schema; they never change, so they need not pass it again. */
const passed = {
  tracks: new WeakSet<object>(),
  clips: new WeakSet<object>(),
  transitions: new WeakSet<object>(),
  markers: new WeakSet<object>(),
  sequences: new WeakSet<object>(),
};
const RECORDS = ["tracks", "clips", "transitions", "markers", "sequences"] as const;

function unchecked(name: (typeof RECORDS)[number], record: unknown): unknown {
  if (!isNode(record)) return record;
  const entries = Object.entries(record);
  return Object.fromEntries(
    entries.filter(([, value]) => !isNode(value) || !passed[name].has(value)),
  );
}

/** Checks shape and rules; gives the same object back, because a parsed copy shares nothing. */
function validate(root: Node): Result<ProjectDocument, PatchFailure> {
  const sparse = { ...root };
  for (const name of RECORDS) {
    if (Object.hasOwn(root, name)) sparse[name] = unchecked(name, root[name]);
  }
  const parsed = projectDocument.safeParse(sparse);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return fail("patch.schema", {
      path: issue?.path.join("/") ?? "",
      message: issue?.message ?? "",
    });
  }
  const document = root as ProjectDocument;
  for (const name of RECORDS) {
    for (const entity of Object.values(document[name] ?? {})) passed[name].add(entity);
  }
  const [violation] = checkDocument(document);
  if (violation) {
    return fail("patch.rule", { rule: violation.rule, ids: violation.ids.join(",") });
  }
  return ok(document);
}
