/** A picture that is cut before it is scaled lies where it would without the cut. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createNativeEngine, probeNative } from "@cutroom/adapters/media-engine/native";
import type { MediaEngine } from "@cutroom/ports";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compile } from "./compile.ts";
import { FPS_30, documentOf, imageFactsOf } from "./testing/documents.ts";
import { makeImage, render } from "./testing/media.ts";

const SOURCE = { width: 320, height: 180 };
const TARGET = { width: 256, height: 144, rate: FPS_30 };
const CELL_PX = 20;

let native: MediaEngine;
let media: string;
beforeAll(async () => {
  const found = await probeNative(process.env["PATH"] ?? "");
  if (!found) throw new Error("this suite needs ffmpeg and ffprobe on the PATH");
  native = createNativeEngine(found);
  media = await mkdtemp(path.join(os.tmpdir(), "blown-up-"));
  // Black and white cells, so that every edge has one place.
  const cells = `mod(floor(X/${CELL_PX})+floor(Y/${CELL_PX}),2)*255`;
  const board = `color=black:s=${SOURCE.width}x${SOURCE.height},format=rgb24,geq=r='${cells}':g='${cells}':b='${cells}'`;
  await makeImage(native, media, "board.png", board);
});
afterAll(async () => {
  await native.close();
  await rm(media, { recursive: true, force: true });
});

/** Columns of the middle row at which black and white change places. */
async function edges(look: { readonly flipX?: boolean }, scale: number, x: number) {
  const clip = { id: "one", asset: "board", mediaKind: "image" as const, at: 0, frames: 1 };
  const clips = [{ ...clip, transform: { scale, x, y: 0.02 * scale }, look }];
  const document = documentOf([{ kind: "video", clips }], TARGET);
  const plan = compile(document, { board: imageFactsOf(SOURCE.width, SOURCE.height) }, TARGET);
  if (!plan.ok) throw new Error(plan.failure.code);
  const file = await render(native, media, plan.value, {
    files: { "asset-board": "board.png" },
    output: { kind: "frame", fileName: "frame.rgba", format: "rgba" },
  });
  const row = (await readFile(file)).subarray(4 * TARGET.width * 40);
  const bright = (column: number) => (row[4 * column] ?? 0) > 127;
  return Array.from({ length: TARGET.width - 1 }, (_, at) => at + 1).filter(
    (at) => bright(at) !== bright(at - 1),
  );
}

test.each([
  [6, 1.2, false],
  [6, -0.73, true],
  [9, 2.31, false],
] as const)(
  "E2: scale %d moved by %d, mirrored: %s, is within 2 pixels",
  async (scale, x, flipX) => {
    const factor = (TARGET.width * scale) / SOURCE.width;
    const left = TARGET.width * (0.5 + x) - (TARGET.width * scale) / 2;
    const whole = Array.from(
      { length: SOURCE.width / CELL_PX },
      (_, cell) => left + cell * CELL_PX * factor,
    );
    const seen = await edges({ flipX }, scale, x);
    const wanted = whole.filter((at) => at > 2 && at < TARGET.width - 2);
    expect(seen.length).toBe(wanted.length);
    for (const [index, at] of seen.entries()) {
      expect(Math.abs(at - (wanted[index] ?? -9))).toBeLessThanOrEqual(2);
    }
  },
);
