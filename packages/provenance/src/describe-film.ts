/**
 * What a film is made of, in the words of C2PA: actions and ingredients. Never a name, a title or
 * a prompt: credentials travel with the file to strangers.
 */
import type { AiDisclosure, FilmPart } from "@cutroom/domain";

const SOURCE_TYPES = "http://cv.iptc.org/newscodes/digitalsourcetype/";
const C2PA_SOURCE_TYPES = "http://c2pa.org/digitalsourcetype/";

/** How a part came to be. Of an upload nothing is known, and nothing is claimed. */
const SOURCE_TYPE_OF: Readonly<Record<AiDisclosure, string | null>> = {
  undeclared: null,
  procedural: `${SOURCE_TYPES}algorithmicMedia`,
  ai: `${SOURCE_TYPES}trainedAlgorithmicMedia`,
};

/** An action as it stands in the assertion; `ingredients` are places in the list of them. */
export interface Action {
  readonly action: "c2pa.created" | "c2pa.placed" | "c2pa.edited";
  readonly digitalSourceType?: string;
  readonly softwareAgent?: { readonly name: string };
  readonly ingredients?: readonly number[];
}

export interface Description {
  readonly actions: readonly Action[];
  /** One sentence for each ingredient. */
  readonly ingredients: readonly string[];
}

/** A clip that one tool made in one go: it has no ingredients. */
export function describeClip(part: FilmPart): Description {
  return { actions: [{ action: "c2pa.created", ...madeBy(part) }], ingredients: [] };
}

/** Our own model by the name that strangers know. */
const nameOf = (tool: string) => (tool === "procedural" ? "Cutroom" : tool);

function madeBy({ disclosure, tool }: FilmPart) {
  const digitalSourceType = SOURCE_TYPE_OF[disclosure];
  return {
    ...(digitalSourceType === null ? {} : { digitalSourceType }),
    ...(tool === null ? {} : { softwareAgent: { name: nameOf(tool) } }),
  };
}

/** Of the whole: a mixture with generated parts says so, one without says that it may be anything. */
function wholeType(parts: readonly FilmPart[]): string {
  if (parts.length === 0) return `${SOURCE_TYPES}digitalCreation`;
  const has = (kind: AiDisclosure) => parts.some((part) => part.disclosure === kind);
  if (!has("ai")) {
    const isPainted = parts.every((part) => part.disclosure === "procedural");
    return `${SOURCE_TYPES}${isPainted ? "algorithmicMedia" : "composite"}`;
  }
  const isWhole = parts.every((part) => part.disclosure === "ai");
  return `${SOURCE_TYPES}${isWhole ? "trainedAlgorithmicMedia" : "compositeWithTrainedAlgorithmicMedia"}`;
}

function sentenceOf({ disclosure, tool, isClaim }: FilmPart): string {
  const by = tool === null ? "" : ` by ${nameOf(tool)}`;
  if (disclosure === "undeclared") return "A file of unknown origin";
  const how = disclosure === "ai" ? "AI" : "a program, not AI";
  return isClaim
    ? `A file that says it was generated${by} (${how})`
    : `A clip generated${by} (${how})`;
}

/** An edited film of these parts, each of them placed once. */
export function describeFilm(parts: readonly FilmPart[]): Description {
  return {
    actions: [
      { action: "c2pa.created", digitalSourceType: wholeType(parts) },
      ...parts.map((part, index) => ({
        action: "c2pa.placed" as const,
        ...madeBy(part),
        ingredients: [index],
      })),
      { action: "c2pa.edited" },
    ],
    ingredients: parts.map(sentenceOf),
  };
}

const AI_TYPES: ReadonlySet<string> = new Set([
  `${SOURCE_TYPES}trainedAlgorithmicMedia`,
  `${SOURCE_TYPES}compositeWithTrainedAlgorithmicMedia`,
  `${SOURCE_TYPES}compositeSynthetic`,
  `${C2PA_SOURCE_TYPES}trainedAlgorithmicData`,
]);

/** What source types say of a picture that has them. */
export function disclosureOf(types: readonly string[]): AiDisclosure {
  const plain = types.map((type) => type.replace(/^https:/, "http:"));
  if (plain.some((type) => AI_TYPES.has(type))) return "ai";
  return plain.includes(`${SOURCE_TYPES}algorithmicMedia`) ? "procedural" : "undeclared";
}
