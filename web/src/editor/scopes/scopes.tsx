"use client";
import { type RefObject, useEffect, useRef } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useShownTheme } from "../../ui/use-theme.ts";
import { Switch } from "../../ui/switch.tsx";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import { drawHistogram, drawVectorscope, drawWaveform, readInks } from "./draw-scopes.ts";
import type { Pixels } from "./scope-maths.ts";
import css from "./scopes.module.css";

/** At most ten times a second, and only what has changed. */
const LOOK_MS = 100;
/** A small copy says the same as the whole picture and costs a playing one nothing. */
const SAMPLE = { width: 192, height: 108 };

interface Sampler {
  /** The picture as it is now; null when it is the same as before, or not there. */
  readonly look: () => Pixels | null;
}

function createSampler(source: () => HTMLCanvasElement | null): Sampler {
  const canvas = new OffscreenCanvas(SAMPLE.width, SAMPLE.height);
  const context = canvas.getContext("2d", { willReadFrequently: true, alpha: false });
  let before: Uint8ClampedArray | null = null;
  return {
    look: () => {
      const picture = source();
      if (context === null || picture === null || picture.width === 0) return null;
      context.drawImage(picture, 0, 0, SAMPLE.width, SAMPLE.height);
      const { data } = context.getImageData(0, 0, SAMPLE.width, SAMPLE.height);
      const known = before;
      if (known !== null && data.every((value, index) => value === known[index])) return null;
      before = data;
      return { ...SAMPLE, data };
    },
  };
}

/** A canvas as sharp as the screen. */
function fitted(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const sharp = Math.min(2, devicePixelRatio);
  const [width, height] = [canvas.clientWidth * sharp, canvas.clientHeight * sharp].map(Math.round);
  if (width === undefined || height === undefined || width === 0 || height === 0) return null;
  if (canvas.width !== width || canvas.height !== height) {
    [canvas.width, canvas.height] = [width, height];
  }
  return canvas.getContext("2d");
}

const LEVELS = ["100", "50", "0"];

interface ScopesProps {
  readonly picture: RefObject<HTMLCanvasElement | null>;
}

function Plots(props: ScopesProps) {
  const t = useT("editor");
  const env = useEnv();
  const parade = useEditor((state) => state.parade);
  const root = useRef<HTMLElement>(null);
  const { picture } = props;
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    const inks = readInks(element);
    const sampler = createSampler(() => picture.current);
    const contextOf = (name: string) => {
      const canvas = element.querySelector<HTMLCanvasElement>(`[data-scope="${name}"]`);
      return canvas === null ? null : fitted(canvas);
    };
    const look = () => {
      const pixels = sampler.look();
      if (pixels === null) return;
      const [wave, vector, bars] = ["waveform", "vectorscope", "histogram"].map(contextOf);
      if (wave) drawWaveform(wave, pixels, inks, parade);
      if (vector) drawVectorscope(vector, pixels, inks);
      if (bars) drawHistogram(bars, pixels, inks);
      element.dataset["looks"] = String(Number(element.dataset["looks"] ?? 0) + 1);
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [picture, parade]);
  const title = t(parade ? "scopes.parade" : "scopes.waveform");
  return (
    <section
      ref={root}
      className={css["scopes"]}
      aria-label={t("scopes.label")}
      data-testid="scopes"
    >
      <figure className={css["scope"]} data-wide>
        <figcaption className={css["title"]}>
          {title}
          <Switch
            label={t("scopes.paradeSwitch")}
            checked={parade}
            onChange={() => env.store.getState().toggleParade()}
          />
        </figcaption>
        <div className={css["plot"]}>
          <canvas data-scope="waveform" role="img" aria-label={title} />
          <div className={css["levels"]} aria-hidden>
            {LEVELS.map((level) => (
              <span key={level}>{level}</span>
            ))}
          </div>
        </div>
      </figure>
      <figure className={css["scope"]}>
        <figcaption className={css["title"]}>{t("scopes.vectorscope")}</figcaption>
        <div className={css["plot"]}>
          <canvas data-scope="vectorscope" role="img" aria-label={t("scopes.vectorscope")} />
        </div>
      </figure>
      <figure className={css["scope"]}>
        <figcaption className={css["title"]}>{t("scopes.histogram")}</figcaption>
        <div className={css["plot"]}>
          <canvas data-scope="histogram" role="img" aria-label={t("scopes.histogram")} />
        </div>
      </figure>
    </section>
  );
}

/** Waveform or parade, vectorscope and histogram of the live picture, in the colours of the theme. */
export function Scopes(props: ScopesProps) {
  return <Plots key={useShownTheme()} {...props} />;
}
