"use client";
import { DirectionProvider } from "@base-ui/react/direction-provider";
import { type ReactNode, useSyncExternalStore } from "react";
import { useT } from "../i18n/use-t.ts";
import { type Direction, DIRECTIONS, dirOf, directionCookie } from "./direction.ts";
import type { MenuEntry } from "./menu.tsx";

function onDirectionChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["dir"] });
  return () => observer.disconnect();
}

const shown = () => (document.documentElement.dir === "rtl" ? "rtl" : "ltr");

/** Which way the page runs now. */
export function useShownDirection(): "ltr" | "rtl" {
  return useSyncExternalStore(onDirectionChange, shown, () => "ltr" as const);
}

/** Tells menus, sliders and lists which way their arrow keys go. */
export function PageDirection(props: { readonly children: ReactNode }) {
  return <DirectionProvider direction={useShownDirection()}>{props.children}</DirectionProvider>;
}

/** For what has an axis of its own in every language: time, the two sides of a sound. */
export function LeftToRight(props: { readonly children: ReactNode }) {
  return (
    <DirectionProvider direction="ltr">
      <div dir="ltr" style={{ display: "contents" }}>
        {props.children}
      </div>
    </DirectionProvider>
  );
}

/** The directions as entries of a menu: at once, and for the next visit. */
export function useDirectionEntries(): readonly MenuEntry[] {
  const t = useT("ui");
  const now = useShownDirection();
  const choose = (direction: Direction) => {
    document.cookie = directionCookie(direction);
    document.documentElement.dir = dirOf(direction, document.documentElement.lang);
  };
  return [
    { kind: "label", id: "direction", label: t("direction.label") },
    ...DIRECTIONS.map((one) => ({
      kind: "check" as const,
      id: `direction-${one}`,
      label: t(`direction.${one}`),
      checked: (one === "rtl") === (now === "rtl"),
      onSelect: () => choose(one),
    })),
  ];
}
