"use client";
import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import { Kbd } from "./kbd.tsx";
import css from "./popup.module.css";

/** Once, around the app: after one tooltip has shown, its neighbours show at once. */
export function TooltipProvider(props: { readonly children: ReactNode }) {
  return (
    <Base.Provider delay={450} closeDelay={0}>
      {props.children}
    </Base.Provider>
  );
}

export interface TooltipProps {
  readonly label: ReactNode;
  readonly shortcut?: string | undefined;
  readonly side?: "top" | "bottom" | "left" | "right" | undefined;
  /** The element it explains; it must take a ref and spread props. */
  readonly children: ReactElement<Record<string, unknown>>;
}

/** Explains; never the only place of something a person needs. */
export function Tooltip(props: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={props.children} />
      <Base.Portal>
        <Base.Positioner className={css["positioner"]} side={props.side ?? "bottom"} sideOffset={6}>
          <Base.Popup className={css["tooltip"]}>
            {props.label}
            {props.shortcut === undefined ? null : <Kbd keys={props.shortcut} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
