import { applyEdit } from "@cutroom/timeline";
import { describe, expect, test } from "vitest";
import { compile } from "./compile.ts";
import { composeAt } from "./compose.ts";
import { CAPTIONS_PROJECT, withCaptions } from "./testing/golden-captions.ts";
import { FPS_30, documentOf, videoFactsOf } from "./testing/documents.ts";

const FACTS = { a30: videoFactsOf({ frames: 90 }) };
const { document, target } = CAPTIONS_PROJECT;

function planOf(doc = document, options = {}) {
  const plan = compile(doc, FACTS, target, options);
  if (!plan.ok) throw new Error(plan.failure.code);
  return plan.value;
}

const wordsAt = (frame: number) =>
  composeAt(planOf(), frame).flatMap(({ inputId }) => {
    const input = planOf().inputs.find((one) => one.id === inputId);
    if (input?.kind !== "title") return [];
    const { text, caption } = input.title;
    const word = caption?.lit ? caption.words[caption.lit.word] : undefined;
    return [word ? text.slice(word.from, word.to) : text.slice(0, 6)];
  });

describe("captions in a plan", () => {
  test("a word is lit from its frame until the next one's, and none before the first", () => {
    expect(wordsAt(19)).toEqual(["Word b", "他说：「一行"]);
    expect(wordsAt(20)[0]).toBe("Word");
    expect(wordsAt(26)[0]).toBe("Word");
    expect(wordsAt(27)[0]).toBe("by");
    expect(wordsAt(33)[0]).toBe("word");
    expect(wordsAt(41)[0]).toBe("word");
    expect(wordsAt(42)).toEqual(["مرحبا "]);
  });

  test("captions make no film longer, and cues after its end are no part of the plan", () => {
    expect(planOf().frameCount).toBe(60);
    expect(JSON.stringify(planOf())).not.toContain("never seen");
  });

  test("without captions nothing is left of them", () => {
    const plan = planOf(document, { captions: false });
    expect(plan.layers.map((layer) => layer.trackId)).toEqual(["track0"]);
    expect(plan.inputs.map((input) => input.kind)).toEqual(["video"]);
    const bare = planOf(
      documentOf([{ kind: "video", clips: [{ id: "film", asset: "a30", at: 0, frames: 60 }] }]),
    );
    expect(plan).toEqual(bare);
  });

  test("captions lie over everything, also when their track lies beneath", () => {
    const [last = ""] = document.trackOrder.slice(-1);
    const beneath = { ...document, trackOrder: [last, ...document.trackOrder.slice(0, -1)] };
    expect(planOf(beneath).layers.at(0)?.trackId).toBe("track0");
  });

  test("a hidden track and an empty cue show nothing", () => {
    const film = documentOf([
      { kind: "video", clips: [{ id: "film", asset: "a30", at: 0, frames: 30 }] },
    ]);
    const silent = withCaptions(film, "cc", [{ text: " \n", at: 0, frames: 10 }]);
    expect(planOf(silent).layers).toHaveLength(1);
    const shown = withCaptions(film, "cc", [{ text: "x", at: 0, frames: 10 }]);
    const hidden = applyEdit(shown, { type: "set-track", trackId: "cc", hidden: true });
    expect(hidden.ok && planOf(hidden.value.document).layers).toHaveLength(1);
  });

  test("a project of captions alone is empty", () => {
    const only = withCaptions(documentOf([]), "cc", [{ text: "x", at: 0, frames: 10 }]);
    expect(compile(only, {}, { ...target, rate: FPS_30 })).toMatchObject({
      ok: false,
      failure: { code: "plan.empty" },
    });
  });
});
