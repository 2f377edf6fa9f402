/** A page with nothing but the monitor, for the browser tests of the engine. */
import type { Flicks, ProjectDocument } from "@cutroom/timeline";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "use-intl";
import { messagesOf } from "../../i18n/messages.ts";
import { worstBlend, worstTone } from "./card-differences.ts";
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
  /** The same of blends. */
  worstBlend(): number | null;
}

declare global {
  interface Window {
    harness?: Harness;
  }
}

const gestures: TransformGesture[] = [];

function Page() {
  const [project, setProject] = useState<HarnessProject | null>(null);
  const [playheadFlicks, setPlayhead] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [shuttleRate, setShuttleRate] = useState(1);
  useEffect(() => {
    window.harness = {
      show: setProject,
      seek: setPlayhead,
      play: setPlaying,
      gestures,
      worstTone,
      worstBlend,
    };
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
