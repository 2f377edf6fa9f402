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

/** All hues, lights and shares of alpha, through curves and a table. */
function worstTone(): number | null {
  const source = new OffscreenCanvas(256, 128);
  const drawn = source.getContext("2d", { willReadFrequently: true });
  if (drawn === null) throw new Error("this browser draws no 2D canvas");
  const pixels = drawn.createImageData(source.width, source.height);
  for (let at = 0; at < source.width * source.height; at += 1) {
    const [x, y] = [at % 256, at >> 8];
    pixels.data.set([x, 2 * y, (x * 7 + y * 3) % 256, y < 8 ? 0 : 255], 4 * at);
  }
  drawn.putImageData(pixels, 0, 0);
  const lut = {
    id: "lut",
    source: { kind: "built-in", name: "teal-orange" },
    strength: 1,
  } as const;
  const step = { curves: CURVES, table: lutTable(lut, null) };
  const made = createToneCard("slow-too")(source, step);
  if (made === null) return null;
  drawn.globalCompositeOperation = "copy";
  drawn.drawImage(made, 0, 0);
  const { data } = drawn.getImageData(0, 0, source.width, source.height);
  applyTones(pixels.data, step);
  const far = (level: number, at: number) => Math.abs(level - (data[at] ?? 0));
  // What is clear has no colour.
  return pixels.data
    .subarray(8 * 1024)
    .reduce((worst, level, at) => Math.max(worst, far(level, at + 8 * 1024)), 0);
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
