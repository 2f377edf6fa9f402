"use client";
import type { TransitionKind } from "@cutroom/timeline";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { type CutPictures, TransitionPicture } from "./transition-picture.tsx";
import css from "./transitions-panel.module.css";

/** One kind of transition: press it to give it to the cut. */
export function TransitionTile(props: {
  readonly kind: TransitionKind;
  readonly cut: CutPictures | null;
  readonly current: boolean;
  readonly disabled: boolean;
  readonly onApply: (kind: TransitionKind) => void;
}) {
  const t = useT("editor");
  const [running, setRunning] = useState(false);
  return (
    <button
      type="button"
      className={css["tile"]}
      aria-pressed={props.current}
      aria-disabled={props.disabled}
      onClick={() => {
        if (!props.disabled) props.onApply(props.kind);
      }}
      onPointerEnter={() => setRunning(true)}
      onPointerLeave={() => setRunning(false)}
      onFocus={() => setRunning(true)}
      onBlur={() => setRunning(false)}
    >
      <TransitionPicture kind={props.kind} cut={props.cut} running={running} />
      <span className={css["name"]}>{t(`transitions.kinds.${props.kind}`)}</span>
    </button>
  );
}
