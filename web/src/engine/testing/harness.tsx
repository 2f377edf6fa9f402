/** A page with nothing but the monitor, for the browser tests of the engine. */
import type { Flicks, ProjectDocument } from "@cutroom/timeline";
import { useEffect, useState } from "react";
import { lutTable } from "@cutroom/compiler";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "use-intl";
import { messagesOf } from "../../i18n/messages.ts";
import { createToneCard } from "../tone-card.ts";
import { applyTones } from "../tone-pixels.ts";
import { CURVES } from "./look-clips.ts";
import { TooltipProvider } from "../../ui/tooltip.tsx";
import type { MediaByAsset } from "../media.ts";
import { Monitor } from "../monitor/monitor.tsx";
import type { TransformGesture } from "../monitor/monitor-props.ts";

export interface HarnessProject {
  readonly document: ProjectDocument;
  readonly media: MediaByAsset;
  readonly selectedClipIds: readonly string[];
  readonly watermark?: boolean;
}

export interface Harness {
  show(project: HarnessProject): void;
  seek(playheadFlicks: Flicks): void;
  play(playing: boolean): void;
  readonly gestures: TransformGesture[];
  /** By how many levels card and processor differ at most; null: there is no card. */
  worstTone(): number | null;
}

declare global {
  interface Window {
    harness?: Harness;
  }
}

const gestures: TransformGesture[] = [];

const COLOUR = { red: 1.3, green: 0.9, blue: 1.1, contrast: 1.3, saturation: 1.5 };
const LIGHTS = [null, { by: "sharpen", amount: 0.8 }, { by: "grain", amount: 0.7 }] as const;

/** All hues, lights and shares of alpha, beside others, through all that is done to tones. */
function worstTone(): number | null {
  const pictures = [3, 5].map((factor) => {
    const drawn = new OffscreenCanvas(256, 128).getContext("2d", { willReadFrequently: true });
    if (drawn === null) throw new Error("this browser draws no 2D canvas");
    const pixels = drawn.createImageData(256, 128);
    for (let at = 0; at < 256 * 128; at += 1) {
      const [x, y] = [at % 256, at >> 8];
      pixels.data.set([x, 2 * y, (x * 7 + y * factor) % 256, y < 8 ? 0 : 255], 4 * at);
    }
    drawn.putImageData(pixels, 0, 0);
    return drawn;
  });
  const [source, beside] = pictures;
  if (source === undefined || beside === undefined) return null;
  const pixelsOf = (of: OffscreenCanvasRenderingContext2D) => of.getImageData(0, 0, 256, 128).data;
  const lut = {
    id: "lut",
    source: { kind: "built-in", name: "teal-orange" },
    strength: 1,
  } as const;
  const card = createToneCard("slow-too");
  const table = lutTable(lut, null);
  const worst = LIGHTS.map((light) => {
    const step = { light, colour: COLOUR, curves: CURVES, table };
    const made = card(source.canvas, beside.canvas, step);
    if (made === null) return null;
    const copy = new OffscreenCanvas(256, 128).getContext("2d");
    copy?.drawImage(made, 0, 0);
    const shown = copy && pixelsOf(copy);
    const expected = pixelsOf(source);
    applyTones(expected, step, pixelsOf(beside));
    // What is clear has no colour.
    const seen = expected.subarray(8 * 1024);
    const far = (level: number, at: number) => Math.abs(level - (shown?.[at + 8 * 1024] ?? 0));
    return seen.reduce((most, level, at) => Math.max(most, far(level, at)), 0);
  });
  return worst.some((one) => one === null) ? null : Math.max(...worst.map((one) => one ?? 0));
}

function Page() {
  const [project, setProject] = useState<HarnessProject | null>(null);
  const [playheadFlicks, setPlayhead] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [shuttleRate, setShuttleRate] = useState(1);
  useEffect(() => {
    window.harness = { show: setProject, seek: setPlayhead, play: setPlaying, gestures, worstTone };
  }, []);
  if (!project) return null;
  return (
    <IntlProvider locale="en" messages={messagesOf("en")} timeZone="UTC">
      <TooltipProvider>
        <div style={{ height: 480, width: 800 }}>
          <Monitor
            {...project}
            playheadFlicks={playheadFlicks}
            onPlayheadChange={setPlayhead}
            playing={playing}
            onPlayingChange={setPlaying}
            shuttleRate={shuttleRate}
            onShuttleRateChange={setShuttleRate}
            onTransformGesture={(gesture) => gestures.push(gesture)}
          />
        </div>
      </TooltipProvider>
    </IntlProvider>
  );
}

const mount = document.querySelector("#root");
if (mount) createRoot(mount).render(<Page />);
