/** What is told of a film's origin, in words. Pure, for pages with and without a script. */
import type { Provenance } from "@cutroom/contracts";
import type { createTranslator } from "use-intl/core";
import type { Messages } from "../i18n/messages.ts";
import { MODEL_BRANDS } from "../generate/model-brands.ts";

/** A translator of the area `provenance`. */
type Say = ReturnType<typeof createTranslator<Messages, "provenance">>;

/** Models by the names of their makers, our own by ours; what a file names is shown as it is. */
export function toolName(tool: string): string {
  if (tool === "procedural") return "Cutroom";
  return Object.entries(MODEL_BRANDS).find(([model]) => model === tool)?.[1] ?? tool;
}

/** Names that are shown; the file lists all. */
const MOST_SHOWN = 5;

/** Whether AI made it, and by what; null when there is nothing to say. */
export function madeLine(made: Provenance | null | undefined, say: Say): string | null {
  if (made == null) return null;
  const { ai_disclosure: share, tools } = made;
  if (tools.length === 0) return share === "none" ? null : say(share);
  const names = tools.slice(0, MOST_SHOWN).map(toolName).join(", ");
  return say(`by.${share}`, { tools: tools.length > MOST_SHOWN ? `${names} …` : names });
}

/** Whether the file says so itself; null when it does not. */
export function credentialsLine(made: Provenance | null | undefined, say: Say): string | null {
  return made == null || made.credentials === "none" ? null : say(made.credentials);
}
