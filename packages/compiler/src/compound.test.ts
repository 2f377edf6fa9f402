import { checkDocument } from "@cutroom/timeline";
import type { ProjectDocument } from "@cutroom/timeline";
import { describe, expect, test } from "vitest";
import { compile } from "./compile.ts";
import { edited } from "./testing/golden-compounds.ts";
import { GOLDEN_FACTS, GOLDEN_PROJECTS, goldenOptions } from "./testing/golden-projects.ts";
import type { GoldenProject } from "./testing/golden-projects.ts";

/** Without transitions that no editor makes: some plans are recorded of ones that are too long. */
function sound(document: ProjectDocument): ProjectDocument {
  const broken = new Set(checkDocument(document).flatMap(({ ids }) => ids));
  const transitions = Object.entries(document.transitions).filter(([id]) => !broken.has(id));
  return { ...document, transitions: Object.fromEntries(transitions) };
}

/** Everything but the captions as one compound clip. */
function asCompound(document: ProjectDocument): ProjectDocument {
  const clips = Object.values(document.clips).filter(({ kind }) => kind !== "caption");
  return edited(document, [
    {
      type: "make-compound",
      clipIds: clips.map(({ id }) => id),
      sequenceId: "S",
      name: "All",
      idBase: "C",
    },
  ]);
}

/** The plan with what lies in a compound clip named as it is inside. */
function planOf(document: ProjectDocument, project: GoldenProject): unknown {
  const plan = compile(document, GOLDEN_FACTS, project.target, goldenOptions(project));
  if (!plan.ok) throw new Error(plan.failure.code);
  const host = document.clips["C-1"]?.trackId ?? "";
  const text = JSON.stringify(plan.value);
  return JSON.parse(text.replaceAll("C-1.", "").replaceAll(`"${host}.S.`, '"'));
}

describe("a compound clip is its contents (E15)", () => {
  test.each(GOLDEN_PROJECTS)("the plan of $name is the same with all of it in one", (project) => {
    const document = sound(project.document);
    expect(planOf(asCompound(document), project)).toEqual(planOf(document, project));
  });
});
