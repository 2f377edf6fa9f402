"use client";
import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import css from "./popup.module.css";

export interface PopoverProps {
  readonly title?: string;
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly side?: "top" | "bottom" | "left" | "right";
  readonly align?: "start" | "center" | "end";
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly children: ReactNode;
}

/** A small sheet at its trigger. Escape and a click elsewhere close it. */
export function Popover(props: PopoverProps) {
  return (
    <Base.Root
      {...(props.open === undefined ? {} : { open: props.open })}
      onOpenChange={(open) => props.onOpenChange?.(open)}
    >
      <Base.Trigger render={props.trigger} />
      <Base.Portal>
        <Base.Positioner
          className={css["positioner"]}
          side={props.side ?? "bottom"}
          align={props.align ?? "start"}
          sideOffset={6}
        >
          <Base.Popup className={classNames(css["popup"], css["sheet"])}>
            {props.title === undefined ? null : (
              <Base.Title className={css["title"]}>{props.title}</Base.Title>
            )}
            {props.children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
