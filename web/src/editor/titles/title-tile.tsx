"use client";
import {
  type Ease,
  FLICKS_PER_SECOND,
  type Pose,
  type TextClip,
  textClipFrom,
} from "@cutroom/timeline";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import tiles from "../panels/transitions-panel.module.css";
import css from "./titles.module.css";
import { type TitleId, withTitlePreset } from "./title-presets.ts";

const RATE = { n: 30, d: 1 };
const PREVIEW_FLICKS = 2 * FLICKS_PER_SECOND;
/** A tile is small: letters are drawn larger in it than they are in the frame. */
const CLOSER = 1.6;

/** The preset on a title of two seconds, as adding it makes one. */
function sampleClip(id: TitleId, text: string): TextClip {
  const place = { id: "sample", trackId: "text", startFlicks: 0, rate: RATE };
  return withTitlePreset(
    textClipFrom({ ...place, text, durationFlicks: PREVIEW_FLICKS }),
    id,
    RATE,
  );
}

/** A number of the picture as CSS says it; the tile is the frame. */
function cssOf(field: keyof Pose, value: number, { transform }: TextClip): CSSProperties {
  switch (field) {
    case "x":
      return { translate: `${100 * value}cqw ${100 * transform.y}cqh` };
    case "y":
      return { translate: `${100 * transform.x}cqw ${100 * value}cqh` };
    case "scale":
      return { scale: String(value) };
    case "rotationDeg":
      return { rotate: `${value}deg` };
    case "opacity":
      return { opacity: value };
  }
}

function styleOf(clip: TextClip): CSSProperties {
  const { style, transform } = clip;
  const outline = style.outlineColour;
  const opacity = Math.round(style.boxOpacity * 255).toString(16);
  return {
    ...cssOf("x", transform.x, clip),
    ...cssOf("rotationDeg", transform.rotationDeg, clip),
    color: style.colour,
    fontSize: `${100 * CLOSER * style.size}cqh`,
    fontWeight: style.weight,
    lineHeight: style.lineHeight,
    textAlign: style.align,
    ...(style.shadow ? { textShadow: "0 0.05em 0.12em #000000c0" } : {}),
    ...(style.boxColour === null
      ? {}
      : { backgroundColor: style.boxColour + opacity.padStart(2, "0") }),
    ...(outline === null
      ? {}
      : { WebkitTextStroke: `${2 * style.outlineWidth}em ${outline}`, paintOrder: "stroke fill" }),
  };
}

const easing = (ease: Ease) =>
  ease === "hold" ? "steps(1, end)" : `cubic-bezier(${ease.join(", ")})`;

/** Plays the clip's keys on `element`, again and again, until the returned function is called. */
function play(element: HTMLElement, clip: TextClip): () => void {
  const running = (
    Object.entries(clip.keys ?? {}) as [keyof Pose, { at: number; value: number; ease: Ease }[]][]
  ).map(([field, keys]) => {
    const frames = keys.map(({ at, value, ease }) => ({
      ...(cssOf(field, value, clip) as Keyframe),
      offset: at / clip.duration,
      easing: easing(ease),
    }));
    const lastly = { ...frames.at(-1), offset: 1 };
    return element.animate([...frames, lastly], { duration: 2_000, iterations: Infinity });
  });
  return () => running.forEach((animation) => animation.cancel());
}

/** One preset of a title, drawn with its own style: press it to add it at the playhead. */
export function TitleTile(props: {
  readonly id: TitleId;
  readonly disabled: boolean;
  readonly onAdd: (id: TitleId, text: string) => void;
}) {
  const t = useT("editor");
  const { id } = props;
  const text = t(`text.samples.${id}`);
  const [isPointedAt, setPointedAt] = useState(false);
  const sample = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!isPointedAt || isCalm || sample.current === null) return undefined;
    return play(sample.current, sampleClip(id, text));
  }, [isPointedAt, id, text]);
  return (
    <button
      type="button"
      className={tiles["tile"]}
      disabled={props.disabled}
      onClick={() => props.onAdd(id, text)}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setPointedAt(true)}
      onBlur={() => setPointedAt(false)}
    >
      <span className={css["frame"]} aria-hidden>
        <span ref={sample} className={css["sample"]} style={styleOf(sampleClip(id, text))}>
          {text}
        </span>
      </span>
      <span className={tiles["name"]}>{t(`text.presets.${id}`)}</span>
    </button>
  );
}
