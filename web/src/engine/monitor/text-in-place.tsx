import type { TextClip, TextStyle, Transform } from "@cutroom/timeline";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { CSSProperties, KeyboardEvent } from "react";
import { useT } from "../../i18n/use-t.ts";
import css from "./text-in-place.module.css";

/** Letters as the rasteriser draws them (`packages/titles`), in em of the field. */
function lettersOf(style: TextStyle, emPx: number): CSSProperties {
  const { outlineColour, outlineWidth, boxColour, boxOpacity } = style;
  return {
    fontSize: emPx,
    fontWeight: style.weight,
    lineHeight: style.lineHeight,
    textAlign: style.align,
    color: style.colour,
    ...(outlineColour === null
      ? {}
      : { WebkitTextStroke: `${2 * outlineWidth}em ${outlineColour}`, paintOrder: "stroke fill" }),
    ...(style.shadow ? { textShadow: "0 0.05em 0.12em rgb(0 0 0 / 0.75)" } : {}),
    ...(boxColour === null
      ? {}
      : { background: `color-mix(in srgb, ${boxColour} ${100 * boxOpacity}%, transparent)` }),
  };
}

/**
 * A title's words in a field that lies where the title does, as large, turned and coloured. Ctrl+Enter,
 * a click elsewhere and leaving the tab keep them; Escape does not, save that of an input method.
 */
export function TextInPlace(props: {
  readonly clip: TextClip;
  /** On the frame that is shown. */
  readonly transform: Transform;
  /** Of the picture on the page. */
  readonly heightPx: number;
  /** Called once; null: the words are to stay as they were. */
  readonly onClose: (text: string | null) => void;
}) {
  const t = useT("monitor");
  const { clip, transform } = props;
  const [text, setText] = useState(clip.text);
  const field = useRef<HTMLTextAreaElement>(null);
  const closed = useRef(false);
  const close = useEffectEvent((kept: string | null) => {
    if (closed.current) return;
    closed.current = true;
    props.onClose(kept);
  });
  const onHidden = useEffectEvent(() => {
    if (document.visibilityState === "hidden") close(text);
  });
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
    const hidden = () => onHidden();
    document.addEventListener("visibilitychange", hidden);
    return () => document.removeEventListener("visibilitychange", hidden);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const kept = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (!kept && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close(kept ? text : null);
  };
  const emPx = clip.style.size * props.heightPx * transform.scale;
  return (
    <div
      className={css["words"]}
      style={{
        left: `${100 * (0.5 + transform.x)}%`,
        top: `${100 * (0.5 + transform.y)}%`,
        rotate: `${transform.rotationDeg}deg`,
        ...lettersOf(clip.style, emPx),
      }}
    >
      {/* Makes the field as large as its words; the last line counts when it is empty, too. */}
      <span className={css["size"]} aria-hidden>
        {`${text}\u200b`}
      </span>
      <textarea
        ref={field}
        className={css["field"]}
        aria-label={t("words")}
        title={t("wordsHint")}
        data-testid="text-in-place"
        dir="auto"
        maxLength={5_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={(event) => {
          // Another window was chosen: here the field still has the focus.
          if (document.activeElement !== event.currentTarget) close(text);
        }}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
