import { compile } from "@cutroom/compiler";
import { FLICKS_PER_SECOND as S, newProject, plainTrack, textClipFrom } from "@cutroom/timeline";
import type { ProjectDocument, TextClip } from "@cutroom/timeline";
import { describe, expect, test } from "vitest";
import { titleAt } from "./clip-box.ts";
import { withoutWords } from "./without-words.ts";

const rate = { n: 30, d: 1 };

function title(id: string, part: Partial<TextClip>): TextClip {
  const made = textClipFrom({ id, trackId: id, startFlicks: 0, rate, text: "Words" });
  return { ...made, ...part };
}

/** Each title on a track of its own, the first one lowest. */
function projectOf(titles: readonly TextClip[], locked: boolean): ProjectDocument {
  const empty = newProject({ rate });
  const tracks = titles.map(({ id }) => ({ ...plainTrack(id, "text", id), locked }));
  return {
    ...empty,
    tracks: { ...empty.tracks, ...Object.fromEntries(tracks.map((one) => [one.id, one])) },
    trackOrder: [...empty.trackOrder, ...titles.map(({ id }) => id)],
    clips: Object.fromEntries(titles.map((one) => [one.id, one])),
  };
}

function pointedAt(
  at: { readonly x: number; readonly y: number },
  titles: readonly TextClip[],
  locked = false,
) {
  const document = projectOf(titles, locked);
  const compiled = compile(document, {}, { width: 1920, height: 1080, rate });
  if (!compiled.ok) throw new Error(compiled.failure.code);
  return titleAt(document, compiled.value, 0, at)?.id ?? null;
}

const middle = { x: 960, y: 540 };
const turned = (rotationDeg: number) => ({ transform: { x: 0, y: 0, scale: 1, rotationDeg } });

describe("the title under a double click (E2)", () => {
  test("is the one whose box holds the point, turned as it is", () => {
    expect(pointedAt(middle, [title("a", {})])).toBe("a");
    expect(pointedAt({ x: 960, y: 100 }, [title("a", {})])).toBe(null);
    const above = { x: 960, y: 660 };
    expect(pointedAt(above, [title("a", turned(0))])).toBe(null);
    expect(pointedAt(above, [title("a", turned(90))])).toBe("a");
  });

  test("is the uppermost of several, and none that is over, or locked", () => {
    expect(pointedAt(middle, [title("a", {}), title("b", {})])).toBe("b");
    expect(pointedAt(middle, [title("a", {}), title("b", { start: 9 * S })])).toBe("a");
    expect(pointedAt(middle, [title("a", {})], true)).toBe(null);
  });
});

test("a title whose words are in a field is not drawn behind them, and the film keeps its length", () => {
  const document = projectOf([title("a", {})], false);
  const shown = withoutWords(document, "a");
  expect(shown.clips["a"]).toMatchObject({ text: "", duration: document.clips["a"]?.duration });
  expect(withoutWords(document, null)).toBe(document);
});
