import type { DrawOp, RenderPlan } from "@cutroom/compiler";
import { describe, expect, test } from "vitest";
import { drawFrame } from "./compose.ts";
import type { DrawTarget, Picture } from "./compose.ts";

/** Records what is drawn, with the state that it is drawn in. */
function recorder() {
  const calls: string[] = [];
  const at = () => `alpha ${target.globalAlpha} ${target.globalCompositeOperation}`;
  const saved: Pick<DrawTarget, "globalAlpha" | "globalCompositeOperation" | "fillStyle">[] = [];
  const target: DrawTarget = {
    globalAlpha: 1,
    globalCompositeOperation: "source-over",
    fillStyle: "",
    imageSmoothingEnabled: true,
    imageSmoothingQuality: "low",
    save: () => {
      const { globalAlpha, globalCompositeOperation, fillStyle } = target;
      saved.push({ globalAlpha, globalCompositeOperation, fillStyle });
    },
    restore: () => void Object.assign(target, saved.pop()),
    translate: (x: number, y: number) => void calls.push(`to ${x},${y}`),
    rotate: (angle: number) => void calls.push(`turn ${((angle * 180) / Math.PI).toFixed(3)}`),
    fillRect: (...box: number[]) => void calls.push(`fill ${box.join(",")} ${at()}`),
    drawImage: (_image: CanvasImageSource, ...box: number[]) =>
      void calls.push(`draw ${box.join(",")} ${at()}`),
  };
  return { target, calls };
}

const plan = { width: 640, height: 360, background: "#102030" } as RenderPlan;
const op = (part: Partial<DrawOp>): DrawOp => ({
  clipId: "c",
  inputId: "asset-a",
  kind: "video",
  sourceFrame: 0,
  sourceTime: 0,
  rect: { x: 100, y: 50, width: 200, height: 100 },
  rotationDeg: 0,
  opacity: 1,
  blend: "over",
  ...part,
});
const picture: Picture = { image: {} as ImageBitmap, rect: null };

describe("live compositor", () => {
  test("fills the frame with the background, then draws bottom to top", () => {
    const { target, calls } = recorder();
    drawFrame(target, plan, [op({}), op({ opacity: 0.25 })], () => picture);
    expect(calls).toEqual([
      "fill 0,0,640,360 alpha 1 source-over",
      "to 200,100",
      "draw -100,-50,200,100 alpha 1 source-over",
      "to 200,100",
      "draw -100,-50,200,100 alpha 0.25 source-over",
    ]);
    expect(target.globalAlpha).toBe(1);
  });

  test("turns clockwise about the centre of the rectangle", () => {
    const { target, calls } = recorder();
    drawFrame(target, plan, [op({ rotationDeg: 20 })], () => picture);
    expect(calls.slice(1, 3)).toEqual(["to 200,100", "turn 20.000"]);
  });

  test("a crossfade of two pictures that do not hide each other adds light", () => {
    const { target, calls } = recorder();
    drawFrame(target, plan, [op({ opacity: 0.5, blend: "add" })], () => picture);
    expect(calls.at(-1)).toBe("draw -100,-50,200,100 alpha 0.5 lighter");
  });

  test("a title lies where its picture was cropped, not over the whole frame", () => {
    const { target, calls } = recorder();
    const title = { image: picture.image, rect: { x: 10, y: 20, width: 30, height: 40 } };
    drawFrame(target, plan, [op({ kind: "title" })], () => title);
    expect(calls.slice(1)).toEqual(["to 25,40", "draw -15,-20,30,40 alpha 1 source-over"]);
  });

  test("offline media keeps its place as a panel; what is faded out costs nothing", () => {
    const { target, calls } = recorder();
    drawFrame(target, plan, [op({}), op({ opacity: 0 })], () => null);
    expect(calls.slice(1)).toEqual(["to 200,100", "fill -100,-50,200,100 alpha 1 source-over"]);
  });
});
