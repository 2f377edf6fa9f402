/** Answers of the API, read so that processes of two versions can stand side by side. */
import type { z } from "zod";

type Path = readonly PropertyKey[];
type Node = Record<PropertyKey, unknown>;

interface ReadOutput {
  readonly value: unknown;
  /** Where words stand that this version does not know. */
  readonly unknown: readonly string[];
}

/** The object or list that holds what a path leads to. */
function holderOf(root: unknown, path: Path): Node {
  return path.slice(0, -1).reduce<unknown>((node, key) => (node as Node)[key], root) as Node;
}

const wordAt = (root: unknown, path: Path): unknown =>
  path.length === 0 ? undefined : holderOf(root, path)[path.at(-1) ?? ""];

function withWords(root: unknown, words: readonly (readonly [Path, unknown])[]): unknown {
  for (const [path, word] of words) holderOf(root, path)[path.at(-1) ?? ""] = word;
  return root;
}

/**
 * What a schema makes of an answer: fields that it does not name are dropped. A word outside of its
 * enums is passed on as it is: a newer process has written it, and one row must not cost the rest.
 * @throws z.ZodError when anything else is wrong with it.
 */
export function readOutput(schema: z.ZodType, answer: unknown): ReadOutput {
  const read = schema.safeParse(answer);
  if (read.success) return { value: read.data, unknown: [] };
  const words = read.error.issues.flatMap((issue) => {
    const word = wordAt(answer, issue.path);
    if (issue.code !== "invalid_value" || typeof word !== "string") return [];
    return [{ path: issue.path, word, known: issue.values[0] }];
  });
  if (words.length < read.error.issues.length) throw read.error;
  const spelt = withWords(
    structuredClone(answer),
    words.map(({ path, known }) => [path, known] as const),
  );
  const value = withWords(
    schema.parse(spelt),
    words.map(({ path, word }) => [path, word] as const),
  );
  return { value, unknown: words.map(({ path }) => path.join(".")) };
}
