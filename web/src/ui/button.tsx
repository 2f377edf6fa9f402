import type { ComponentProps, ReactNode } from "react";
import css from "./button.module.css";
import { classNames } from "./class-names.ts";
import { Spinner } from "./spinner.tsx";

export type ButtonKind = "primary" | "secondary" | "quiet" | "danger";

export interface ButtonProps extends ComponentProps<"button"> {
  readonly kind?: ButtonKind;
  readonly size?: "normal" | "large";
  readonly wide?: boolean;
  readonly icon?: ReactNode;
  /** Shows a spinner and refuses further clicks; the label stays, so that the width does. */
  readonly busy?: boolean;
}

/** The class of a button, for links that look like one. */
export function buttonClass(kind: ButtonKind = "secondary", size: "normal" | "large" = "normal") {
  return classNames(css["button"], css[kind], size === "large" && css["large"]);
}

/** One `primary` at most per view. `danger` only for what cannot be undone. */
export function Button(props: ButtonProps) {
  const { kind, size, wide, icon, busy, className, children, disabled, type, ...rest } = props;
  return (
    <button
      {...rest}
      type={type ?? "button"}
      disabled={disabled === true || busy === true}
      aria-busy={busy === true || undefined}
      className={classNames(buttonClass(kind, size), wide === true && css["wide"], className)}
    >
      {busy === true ? <Spinner size={14} /> : icon}
      {children}
    </button>
  );
}
