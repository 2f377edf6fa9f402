import {
  FLICKS_PER_SECOND,
  type Flicks,
  type Rate,
  flicksToSeconds,
  frameLength,
  snapToFrame,
} from "@cutroom/timeline";

/** Plays one file by itself, outside of any project. Times are whole frames of the file. */
export interface FilePlayer {
  readonly goTo: (atFlicks: Flicks) => void;
  readonly toggle: () => void;
  readonly close: () => void;
}

interface FilePlayerEvents {
  readonly onTime: (atFlicks: Flicks) => void;
  readonly onPlaying: (playing: boolean) => void;
}

export function createFilePlayer(
  video: HTMLVideoElement,
  file: { readonly rate: Rate; readonly length: Flicks },
  { onTime, onPlaying }: FilePlayerEvents,
): FilePlayer {
  const { rate, length } = file;
  const inside = (at: Flicks) => snapToFrame(Math.max(0, Math.min(length, at)), rate);
  let refresh = 0;
  const report = () => {
    onTime(inside(Math.floor(video.currentTime * FLICKS_PER_SECOND - frameLength(rate) / 2)));
    refresh = video.paused ? 0 : requestAnimationFrame(report);
  };
  const events = new AbortController();
  const { signal } = events;
  video.addEventListener(
    "play",
    () => {
      onPlaying(true);
      report();
    },
    { signal },
  );
  video.addEventListener("pause", () => onPlaying(false), { signal });
  return {
    goTo: (wanted) => {
      const at = inside(wanted);
      onTime(at);
      // The middle of the frame: its edge may show the one before.
      video.currentTime = flicksToSeconds(at) + flicksToSeconds(frameLength(rate)) / 2;
    },
    toggle: () => {
      // Refused by the browser: the button stays as it is.
      if (video.paused) video.play().catch(() => {});
      else video.pause();
    },
    close: () => {
      events.abort();
      cancelAnimationFrame(refresh);
      video.pause();
    },
  };
}
