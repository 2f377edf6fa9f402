/** A template in motion: the export's own plan, drawn by the live compositor, with stand-ins. */
import { type PlanLut, type RenderPlan, composeAt } from "@cutroom/compiler";
import {
  type Flicks,
  type Template,
  documentDuration,
  fillTemplate,
  flicksToFrameNearest,
  slotIdOf,
} from "@cutroom/timeline";
import { createAsideLayer } from "../engine/aside-layer.ts";
import { type Picture, drawFrame } from "../engine/compose.ts";
import type { Titles } from "../engine/decode/stills.ts";
import { LutTables } from "../engine/lut-tables.ts";
import { PlanSource, pictureSize } from "../engine/plan-source.ts";
import { paintStandIn } from "./stand-in.ts";

const SHORT_SIDE_PX = 270;
/** Enough to see what moves, and little work for a machine without a graphics card. */
const FRAMES_PER_S = 12;

/** The template's document with the samples for its texts and its slots as they are. */
function planOf(template: Template): RenderPlan | null {
  const texts = { ...template, slots: [] };
  const filled = fillTemplate(texts, { media: {}, texts: {}, colours: {} });
  if (!filled.ok) return null;
  const size = pictureSize(template.document.settings, SHORT_SIDE_PX);
  const outcome = new PlanSource().outcomeFor(filled.value, {}, size);
  return outcome.kind === "plan" ? outcome.plan : null;
}

function standIns(template: Template, plan: RenderPlan): ReadonlyMap<string, Picture> {
  const slots = template.slots.map(({ id }) => id);
  const pictures = new Map<string, Picture>();
  for (const clip of Object.values(template.document.clips)) {
    if (clip.kind !== "media" || clip.mediaKind === "audio") continue;
    const index = Math.max(0, slots.indexOf(slotIdOf(clip) ?? ""));
    pictures.set(clip.assetId, { image: paintStandIn(plan, index), rect: null });
  }
  return pictures;
}

/** The middle of the first title, or where a third of the film is over. */
function tellingTime({ document }: Template): Flicks {
  const [title] = Object.values(document.clips)
    .filter((clip) => clip.kind === "text")
    .toSorted((a, b) => a.start - b.start);
  return title === undefined ? documentDuration(document) / 3 : title.start + title.duration / 2;
}

export interface PreviewPlayer {
  /** Draws on from the beginning, again and again. */
  readonly play: () => void;
  /** Back to the picture that stands for the template. */
  readonly rest: () => void;
  readonly close: () => void;
}

/** Null when the template cannot be shown. Resting, it shows the first title. */
export function openPreview(
  canvas: HTMLCanvasElement,
  template: Template,
  titles: Titles,
): PreviewPlayer | null {
  const plan = planOf(template);
  const target = canvas.getContext("2d");
  if (plan === null || target === null) return null;
  [canvas.width, canvas.height] = [plan.width, plan.height];
  const luts = new LutTables();
  const surface = { target, aside: createAsideLayer(), tableOf: (lut: PlanLut) => luts.get(lut) };
  const pictures = standIns(template, plan);
  const inputs = new Map(plan.inputs.map((input) => [input.id, input]));
  const pictureOf = (inputId: string): Picture | null => {
    const input = inputs.get(inputId);
    if (input === undefined) return null;
    return input.kind === "title" ? titles.get(input.title) : (pictures.get(input.assetId) ?? null);
  };
  let closed = false;
  const draw = (frame: number) => {
    // A title that is not drawn yet is left out: only missing media shows as missing.
    const ops = composeAt(plan, frame).filter(
      (op) => inputs.get(op.inputId)?.kind !== "title" || pictureOf(op.inputId) !== null,
    );
    drawFrame(surface, plan, ops, (op) => pictureOf(op.inputId), "low");
  };
  const restFrame = Math.min(
    plan.frameCount - 1,
    flicksToFrameNearest(tellingTime(template), plan.rate),
  );
  let timer: ReturnType<typeof setInterval> | undefined;
  const rest = () => {
    clearInterval(timer);
    timer = undefined;
    if (!closed) draw(restFrame);
  };
  rest();
  const words = plan.inputs.flatMap((input) => (input.kind === "title" ? [input.title] : []));
  const loaded = words.map((title) => titles.load(title).catch(() => undefined));
  void Promise.all(loaded).then(() => (timer === undefined ? rest() : undefined));
  const step = plan.rate.n / plan.rate.d / FRAMES_PER_S;
  return {
    play: () => {
      let frame = 0;
      clearInterval(timer);
      timer = setInterval(() => {
        draw(Math.floor(frame));
        frame = (frame + step) % plan.frameCount;
      }, 1_000 / FRAMES_PER_S);
    },
    rest,
    close: () => {
      closed = true;
      clearInterval(timer);
    },
  };
}
