import type { DrawOp, RenderPlan } from "@cutroom/compiler";
import type { ToneCurve } from "@cutroom/timeline";
import { beforeEach, describe, expect, test } from "vitest";
import { drawFrame } from "./compose.ts";
import type { DrawTarget, Picture, Surface } from "./compose.ts";
import type { AsideLayer } from "./aside-layer.ts";
import { stencilsOf } from "./stencils.ts";

/** Records what is drawn, with the state that it is drawn in. */
function recorder() {
  const calls: string[] = [];
  const at = () => `alpha ${target.globalAlpha} ${target.globalCompositeOperation}`;
  const saved: Pick<DrawTarget, "globalAlpha" | "globalCompositeOperation" | "fillStyle">[] = [];
  const target: Surface["target"] = {
    canvas: {} as HTMLCanvasElement,
    globalAlpha: 1,
    globalCompositeOperation: "source-over",
    fillStyle: "",
    imageSmoothingEnabled: true,
    imageSmoothingQuality: "low",
    beginPath: () => undefined,
    rect: (...box: number[]) => void calls.push(`rect ${box.join(",")}`),
    clip: () => void calls.push("clip"),
    scale: (x: number, y: number) => void calls.push(`scale ${x},${y}`),
    save: () => {
      const { globalAlpha, globalCompositeOperation, fillStyle } = target;
      saved.push({ globalAlpha, globalCompositeOperation, fillStyle });
    },
    restore: () => void Object.assign(target, saved.pop()),
    translate: (x: number, y: number) => void calls.push(`to ${x},${y}`),
    rotate: (angle: number) => void calls.push(`turn ${((angle * 180) / Math.PI).toFixed(3)}`),
    fillRect: (...box: number[]) => void calls.push(`fill ${box.join(",")} ${at()}`),
    drawImage: (_image: CanvasImageSource, ...box: number[]) => {
      calls.push(`draw ${box.join(",")} ${at()}`);
    },
  };
  return { target, calls };
}

const plan = { width: 640, height: 360, background: "#102030" } as RenderPlan;
const op = (part: Partial<DrawOp>): DrawOp => ({
  clipId: "c",
  inputId: "asset-a",
  kind: "video",
  sourceFrame: 0,
  course: 1,
  sourceTime: 0,
  rect: { x: 100, y: 50, width: 200, height: 100 },
  rotationDeg: 0,
  part: null,
  stage: null,
  effects: null,
  mask: null,
  key: null,
  opacity: 1,
  blend: "over",
  framed: null,
  crop: null,
  flipX: false,
  flipY: false,
  colour: null,
  tones: null,
  shift: null,
  reveal: null,
  tint: null,
  ...part,
});
/** Stands for the canvas aside: says what it was asked for, and draws into a recorder. */
const aside = recorder();
const layer: AsideLayer = {
  paint(steps, frame, draw) {
    aside.calls.push(`${JSON.stringify(steps)} of ${frame.width}`);
    draw(aside.target);
    return {} as OffscreenCanvas;
  },
  upright({ width, height }, sigmaPx, draw) {
    aside.calls.push(`upright ${width},${height} blurred ${Number(sigmaPx.toFixed(3))}`);
    draw(aside.target);
    return {} as OffscreenCanvas;
  },
  blend(_canvas, _above, step) {
    aside.calls.push(`blend ${JSON.stringify(step)}`);
    return {} as OffscreenCanvas;
  },
};
const picture: Picture = { image: {} as ImageBitmap, rect: null };

const INVERTED: ToneCurve = [
  [0, 255],
  [255, 0],
];
const tableOf = () => null;
const grainAt = { x: 0, y: 0 };
const untouched = {
  key: null,
  sharpen: 0,
  stencils: [],
  rect: { x: 100, y: 50, width: 200, height: 100 },
  rotationDeg: 0,
};

beforeEach(() => void aside.calls.splice(0));

describe("live compositor", () => {
  test("fills the frame with the background, then draws bottom to top", () => {
    const { target, calls } = recorder();
    drawFrame(
      { target, aside: layer, tableOf },
      plan,
      [op({}), op({ opacity: 0.25 })],
      () => picture,
    );
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
    drawFrame({ target, aside: layer, tableOf }, plan, [op({ rotationDeg: 20 })], () => picture);
    expect(calls.slice(1, 3)).toEqual(["to 200,100", "turn 20.000"]);
  });

  test("a picture that is blended is drawn aside, moved and blended into what is there (E2)", () => {
    const { target, calls } = recorder();
    const shift = { x: 8, y: 0 };
    const blended = op({ opacity: 0.5, blend: "add", shift });
    drawFrame({ target, aside: layer, tableOf }, plan, [blended], () => picture);
    expect(aside.calls.splice(0).slice(-2)).toEqual([
      "draw -100,-50,200,100 alpha 1 source-over",
      `blend ${JSON.stringify({ shift, opacity: 0.5, mode: "add" })}`,
    ]);
    expect(calls.slice(1)).toEqual(["draw 0,0 alpha 1 source-over"]);
  });

  test("a title lies where its picture was cropped, not over the whole frame", () => {
    const { target, calls } = recorder();
    const title = { image: picture.image, rect: { x: 10, y: 20, width: 30, height: 40 } };
    drawFrame({ target, aside: layer, tableOf }, plan, [op({ kind: "title" })], () => title);
    expect(calls.slice(1)).toEqual(["to 25,40", "draw -15,-20,30,40 alpha 1 source-over"]);
  });

  test("offline media keeps its place as a panel; what is faded out costs nothing", () => {
    const { target, calls } = recorder();
    drawFrame({ target, aside: layer, tableOf }, plan, [op({}), op({ opacity: 0 })], () => null);
    expect(calls.slice(1)).toEqual(["to 200,100", "fill -100,-50,200,100 alpha 1 source-over"]);
  });

  test("a push moves the frame with its edges, so that nothing shows beyond them", () => {
    const { target, calls } = recorder();
    drawFrame(
      { target, aside: layer, tableOf },
      plan,
      [op({ shift: { x: -64, y: 0 } })],
      () => picture,
    );
    expect(calls.slice(1)).toEqual([
      "to -64,0",
      "rect 0,0,640,360",
      "clip",
      "to 200,100",
      "draw -100,-50,200,100 alpha 1 source-over",
    ]);
  });

  test("an uncovered picture is drawn aside, masked, and laid over the frame", () => {
    const { target, calls } = recorder();
    const reveal = { kind: "wipe-left", side: "right", done: 0.25 } as const;
    drawFrame(
      { target, aside: layer, tableOf },
      plan,
      [op({ reveal, opacity: 0.5 })],
      () => picture,
    );
    expect(aside.calls).toEqual([
      `${JSON.stringify({ reveal, tones: null, grain: null, framed: null, ...untouched })} of 640`,
      "to 200,100",
      "draw -100,-50,200,100 alpha 1 source-over",
    ]);
    expect(calls.at(-1)).toBe("draw 0,0,640,360 alpha 0.5 source-over");
  });

  test("a dip fills the frame after its picture and before what lies above", () => {
    const { target, calls } = recorder();
    const tint = { colour: "#ffffff", opacity: 0.25 };
    drawFrame({ target, aside: layer, tableOf }, plan, [op({ tint }), op({})], () => picture);
    expect(calls[2]).toBe("draw -100,-50,200,100 alpha 1 source-over");
    expect(calls[3]).toBe("fill 0,0,640,360 alpha 0.25 source-over");
    expect(calls).toHaveLength(6);
  });

  test("a cropped picture shows its part where it was, and is mirrored before it is cropped", () => {
    const { target, calls } = recorder();
    const crop = { fullWidth: 400, fullHeight: 100, x: 150, y: 0 };
    drawFrame({ target, aside: layer, tableOf }, plan, [op({ crop, flipX: true })], () => picture);
    expect(calls.slice(1)).toEqual([
      "to 200,100",
      "rect -100,-50,200,100",
      "clip",
      "to -50,0",
      "scale -1,1",
      "draw -200,-50,400,100 alpha 1 source-over",
    ]);
  });

  test("a title that moves is scaled and turned about the middle of its stage", () => {
    const { target, calls } = recorder();
    const staged = op({
      kind: "title",
      stage: { width: 1280, height: 720 },
      rect: { x: 0, y: 0, width: 640, height: 360 },
      rotationDeg: 30,
    });
    const part = { x: 600, y: 340, width: 80, height: 40 };
    drawFrame({ target, aside: layer, tableOf }, plan, [staged], () => ({
      ...picture,
      rect: part,
    }));
    expect(calls.slice(1)).toEqual([
      "to 320,180",
      "turn 30.000",
      "scale 0.5,0.5",
      "draw -40,-20,80,40 alpha 1 source-over",
    ]);
  });

  test("a picture that arrives with its frame is laid on the background first", () => {
    const { target, calls } = recorder();
    const arriving = op({ opacity: 0.5, framed: 0.25 });
    drawFrame({ target, aside: layer, tableOf }, plan, [arriving], () => picture);
    const framed = { colour: plan.background, opacity: 0.5 };
    expect(aside.calls.join()).toContain(`"framed":${JSON.stringify(framed)}`);
    expect(calls.at(-1)).toBe("draw 0,0,640,360 alpha 0.25 source-over");
  });

  test("grading and levels are one step aside", () => {
    const colour = { red: 1.5, green: 1.5, blue: 1.5, contrast: 1, saturation: 1 };
    const { target, calls } = recorder();
    const curves = { red: INVERTED };
    const graded = op({ colour, tones: { curves, lut: null } });
    drawFrame({ target, aside: layer, tableOf }, plan, [graded], () => picture);
    expect(aside.calls.join()).toContain(
      `"tones":${JSON.stringify({ colour, curves, table: null })}`,
    );
    expect(calls.at(-1)).toBe("draw 0,0,640,360 alpha 1 source-over");
  });

  test("a picture is blurred and turned as large as it is shown, and what the graph cuts off is not there (E2)", () => {
    const effects = { blurPx: 8, sharpen: 0, vignette: 0, grainAt };
    const part = { x: 40, y: 0, width: 160, height: 100 };
    const { target, calls } = recorder();
    const upright = (more: Partial<DrawOp>) => {
      drawFrame({ target, aside: layer, tableOf }, plan, [op({ part, ...more })], () => picture);
      return aside.calls.splice(0).filter((call) => !call.startsWith("{"));
    };
    expect(upright({ rotationDeg: 20 })).toEqual([
      "upright 160,100 blurred 0",
      "scale 1,1",
      "to 60,50",
      "draw -100,-50,200,100 alpha 1 source-over",
    ]);
    expect(calls.at(-1)).toBe("draw -60,-50,160,100 alpha 1 source-over");
    expect(upright({ rotationDeg: 90 })).toEqual([]);
    expect(upright({ effects })).toContain("upright 160,100 blurred 8.485");
    expect(upright({ effects, part: null })).toContain("upright 200,100 blurred 8.485");
  });

  test("a vignette darkens and a mask cuts, each in the picture's own place", () => {
    const effects = { blurPx: 0, sharpen: 0, vignette: 0.5, grainAt };
    const mask = {
      shape: "ellipse",
      x: 0,
      y: 0,
      halfWidth: 0.5,
      halfHeight: 0.5,
      round: 0,
      feather: 0,
      invert: false,
    } as const;
    const [dark, cut] = stencilsOf(op({ effects, mask }));
    expect([dark?.operation, cut?.operation]).toEqual(["source-atop", "destination-in"]);
    expect([dark?.alphaAt(0.5, 0.5), dark?.alphaAt(1, 1)]).toEqual([0, 0.5]);
    expect([cut?.alphaAt(0.5, 0.5), cut?.alphaAt(0.02, 0.02)]).toEqual([1, 0]);
    expect(stencilsOf(op({}))).toEqual([]);
  });

  test("grain is laid on aside, where the picture's frame has its corner on the sheet", () => {
    const grain = { amount: 12, cellPx: 1 };
    const at = { x: 37, y: 53 };
    const effects = { blurPx: 0, sharpen: 0, vignette: 0, grain, grainAt: at };
    const { target, calls } = recorder();
    drawFrame({ target, aside: layer, tableOf }, plan, [op({ effects })], () => picture);
    expect(aside.calls.join("\n")).toContain(`"grain":${JSON.stringify({ grain, at })}`);
    expect(calls.at(-1)).toBe("draw 0,0,640,360 alpha 1 source-over");
  });
});
