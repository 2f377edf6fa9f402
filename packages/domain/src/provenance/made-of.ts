/** How much of a film artificial intelligence made, by what it is made of (G8). */
import type { AiDisclosure } from "../generate/models.ts";

/** One file that a film uses, without a word of what is in it. */
export interface FilmPart {
  readonly disclosure: AiDisclosure;
  /** The model or program that made it; null: unknown. */
  readonly tool: string | null;
  /** True: only the file itself says so. */
  readonly isClaim: boolean;
}

export const AI_SHARES = ["none", "partly", "wholly"] as const;
export type AiShare = (typeof AI_SHARES)[number];

/** How a file says what it is made of: not at all, signed for one's own machine, or signed. */
export const CREDENTIALS = ["none", "development", "signed"] as const;
export type Credentials = (typeof CREDENTIALS)[number];

export interface MadeOf {
  readonly aiShare: AiShare;
  /** What generated parts of it, each once, by name. */
  readonly tools: readonly string[];
}

/** `wholly`: every file in it; words that a person sets above them change nothing. */
export function madeOf(parts: readonly FilmPart[]): MadeOf {
  const generated = parts.filter((part) => part.disclosure !== "undeclared");
  const byAi = parts.filter((part) => part.disclosure === "ai");
  const aiShare = byAi.length === 0 ? "none" : byAi.length === parts.length ? "wholly" : "partly";
  const tools = new Set(generated.flatMap(({ tool }) => tool ?? []));
  return { aiShare, tools: [...tools].toSorted() };
}
