import type { Asset } from "@cutroom/contracts";
import type { Clip, TrackKind } from "@cutroom/timeline";

/** Colour tells the kind of clip: its track's, or that it was made here. */
type ClipHue = TrackKind | "generated";

/** The tokens that the canvas draws with; read from tokens.css once for each theme. */
export interface Theme {
  readonly ground: string;
  readonly panel: string;
  readonly raised: string;
  readonly text: string;
  readonly quiet: string;
  readonly hairline: string;
  readonly outline: string;
  readonly scrim: string;
  readonly shade: string;
  readonly accent: string;
  readonly accentSoft: string;
  readonly warn: string;
  readonly bad: string;
  readonly warnOnScrim: string;
  readonly badOnScrim: string;
  readonly badSoft: string;
  readonly ink: string;
  readonly onMarker: string;
  readonly font: string;
  readonly clip: Readonly<Record<ClipHue, { readonly body: string; readonly line: string }>>;
}

/** Reads the tokens as they apply to `element`, resolved to colours that a canvas takes. */
export function readTheme(element: Element): Theme {
  const style = getComputedStyle(element);
  const probe = document.createElement("i");
  element.append(probe);
  // A canvas knows no var(): the browser resolves nested tokens on a real element.
  const colour = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const pair = (kind: ClipHue) => ({
    body: colour(`clip-${kind}`),
    line: colour(`clip-${kind}-line`),
  });
  const theme: Theme = {
    ground: colour("ground"),
    panel: colour("panel"),
    raised: colour("raised"),
    text: colour("text"),
    quiet: colour("quiet"),
    hairline: colour("hairline"),
    outline: colour("outline"),
    scrim: colour("scrim"),
    shade: colour("shade"),
    accent: colour("accent"),
    accentSoft: colour("accent-soft"),
    warn: colour("warn"),
    bad: colour("bad"),
    warnOnScrim: colour("warn-on-scrim"),
    badOnScrim: colour("bad-on-scrim"),
    badSoft: colour("bad-soft"),
    ink: colour("clip-ink"),
    onMarker: colour("on-marker"),
    font: style.getPropertyValue("--font"),
    clip: {
      video: pair("video"),
      overlay: pair("overlay"),
      text: pair("text"),
      audio: pair("audio"),
      caption: pair("caption"),
      generated: pair("generated"),
    },
  };
  probe.remove();
  return theme;
}

/** A title keeps its colour on an overlay track: colour tells the kind of clip. */
export function hueOf(clip: Clip, trackKind: TrackKind, asset: Asset | undefined): ClipHue {
  if (asset?.origin === "generated") return "generated";
  return clip.kind === "text" ? "text" : trackKind;
}
