import type { ReactNode } from "react";
import css from "./badge.module.css";
import { classNames } from "./class-names.ts";

/** A word about state. Colour never says it alone. */
export function Badge(props: {
  readonly tone?: "neutral" | "good" | "warn" | "bad" | "accent" | "scrim";
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <span className={classNames(css["badge"], css[props.tone ?? "neutral"])}>
      {props.icon}
      {props.children}
    </span>
  );
}
