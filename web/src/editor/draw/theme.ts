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
  readonly good: string;
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

/** The theme of tokens whose colours `colour` knows. */
function themeFrom(colour: (token: string) => string, font: string): Theme {
  const pair = (hue: ClipHue) => ({
    body: colour(`clip-${hue}`),
    line: colour(`clip-${hue}-line`),
  });
  return {
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
    good: colour("good"),
    warn: colour("warn"),
    bad: colour("bad"),
    warnOnScrim: colour("warn-on-scrim"),
    badOnScrim: colour("bad-on-scrim"),
    badSoft: colour("bad-soft"),
    ink: colour("clip-ink"),
    onMarker: colour("on-marker"),
    font,
    clip: {
      video: pair("video"),
      overlay: pair("overlay"),
      text: pair("text"),
      audio: pair("audio"),
      caption: pair("caption"),
      generated: pair("generated"),
    },
  };
}

/**
 * Reads the tokens as they apply to `element`, resolved to colours that a canvas takes. A canvas
 * knows no var(): the browser resolves nested tokens on real elements, one for each, because each
 * look at a style that has just changed makes it work out the page anew.
 */
export function readTheme(element: Element): Theme {
  const probes = document.createElement("i");
  const styles = new Map<string, CSSStyleDeclaration>();
  themeFrom((token) => {
    const probe = document.createElement("i");
    probe.style.color = `var(--${token})`;
    probes.append(probe);
    styles.set(token, getComputedStyle(probe));
    return "";
  }, "");
  element.append(probes);
  const font = getComputedStyle(element).getPropertyValue("--font");
  const theme = themeFrom((token) => styles.get(token)?.color ?? "", font);
  probes.remove();
  return theme;
}

/** Titles and shapes keep their colour on each other's tracks: colour tells the kind of clip. */
export function hueOf(clip: Clip, trackKind: TrackKind, asset: Asset | undefined): ClipHue {
  if (asset?.origin === "generated") return "generated";
  if (clip.kind === "shape") return "overlay";
  return clip.kind === "text" ? "text" : trackKind;
}
