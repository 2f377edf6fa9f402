import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { stateDiagram } from "./diagram.ts";
import { taskMoveNotes, taskTransitions } from "./states.ts";
import { stepMoveNotes, stepTransitions } from "./steps.ts";

const page = new URL("../../../../ARCHITECTURE.md", import.meta.url);

describe("ARCHITECTURE.md", () => {
  it("shows the task machine as its table prints it (C1)", async () => {
    const drawn = stateDiagram({
      start: "CREATED",
      transitions: taskTransitions,
      notes: taskMoveNotes,
    });
    expect(await readFile(page, "utf8")).toContain(`\`\`\`mermaid\n${drawn}\n\`\`\``);
  });

  it("shows the step machine as its table prints it (C2)", async () => {
    const drawn = stateDiagram({
      start: "NEW",
      transitions: stepTransitions,
      notes: stepMoveNotes,
    });
    expect(await readFile(page, "utf8")).toContain(`\`\`\`mermaid\n${drawn}\n\`\`\``);
  });
});
