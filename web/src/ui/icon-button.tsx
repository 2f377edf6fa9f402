"use client";
import type { ComponentProps, ReactNode } from "react";
import css from "./button.module.css";
import { classNames } from "./class-names.ts";
import { Tooltip } from "./tooltip.tsx";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  /** Name for the tooltip, and for screen readers unless `aria-label` says more. */
  readonly label: string;
  /** As a person reads it: "Ctrl K", "Space". */
  readonly shortcut?: string | undefined;
  readonly icon: ReactNode;
  readonly kind?: "quiet" | "secondary" | "primary" | "danger";
  readonly size?: "normal" | "small";
  /** Makes it a toggle. */
  readonly active?: boolean | undefined;
  readonly side?: "top" | "bottom" | "left" | "right";
}

/** A button that is only an icon; its name and shortcut are in the tooltip. */
export function IconButton(props: IconButtonProps) {
  const { label, shortcut, icon, kind, size, active, side, className, type, ...rest } = props;
  return (
    <Tooltip label={label} shortcut={shortcut} side={side}>
      <button
        aria-label={label}
        {...rest}
        type={type ?? "button"}
        aria-pressed={active}
        className={classNames(
          css["button"],
          css[kind ?? "quiet"],
          css["icon"],
          size === "small" && css["small"],
          active === true && css["active"],
          className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
