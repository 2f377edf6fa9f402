"use client";
import { ContextMenu as BaseContext } from "@base-ui/react/context-menu";
import { Menu as Base } from "@base-ui/react/menu";
import { Check, ChevronRight } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Kbd } from "./kbd.tsx";
import css from "./popup.module.css";

/** Menus are data, so that the same list serves a menu, a context menu and a palette. */
export type MenuEntry =
  | {
      readonly kind?: "action";
      readonly id: string;
      readonly label: string;
      readonly icon?: ReactNode;
      readonly shortcut?: string | undefined;
      readonly disabled?: boolean | undefined;
      readonly danger?: boolean | undefined;
      readonly onSelect: () => void;
    }
  | {
      readonly kind: "check";
      readonly id: string;
      readonly label: string;
      readonly checked: boolean;
      readonly disabled?: boolean | undefined;
      readonly shortcut?: string | undefined;
      readonly onSelect: () => void;
    }
  | {
      readonly kind: "submenu";
      readonly id: string;
      readonly label: string;
      readonly icon?: ReactNode;
      readonly disabled?: boolean | undefined;
      readonly entries: readonly MenuEntry[];
    }
  | { readonly kind: "label"; readonly id: string; readonly label: string }
  | { readonly kind: "separator"; readonly id: string };

function Entry({ entry }: { readonly entry: MenuEntry }) {
  if (entry.kind === "separator") return <Base.Separator className={css["separator"]} />;
  if (entry.kind === "label") return <div className={css["group"]}>{entry.label}</div>;
  if (entry.kind === "submenu") {
    return (
      <Base.SubmenuRoot disabled={entry.disabled ?? false}>
        <Base.SubmenuTrigger className={css["item"]}>
          {entry.icon}
          <span className={css["label"]}>{entry.label}</span>
          <ChevronRight size={14} strokeWidth={1.5} className="mirrored" />
        </Base.SubmenuTrigger>
        <Popup entries={entry.entries} sideOffset={2} />
      </Base.SubmenuRoot>
    );
  }
  const shared = {
    className: css["item"],
    disabled: entry.disabled ?? false,
    label: entry.label,
  };
  const trailing = entry.shortcut === undefined ? null : <Kbd keys={entry.shortcut} />;
  if (entry.kind === "check") {
    return (
      <Base.CheckboxItem {...shared} checked={entry.checked} onCheckedChange={entry.onSelect}>
        <span className={css["mark"]}>
          <Base.CheckboxItemIndicator>
            <Check size={14} strokeWidth={1.5} />
          </Base.CheckboxItemIndicator>
        </span>
        <span className={css["label"]}>{entry.label}</span>
        {trailing}
      </Base.CheckboxItem>
    );
  }
  return (
    <Base.Item
      {...shared}
      data-danger={entry.danger === true ? "" : undefined}
      onClick={entry.onSelect}
    >
      {entry.icon}
      <span className={css["label"]}>{entry.label}</span>
      {trailing}
    </Base.Item>
  );
}

function Popup(props: {
  readonly entries: readonly MenuEntry[];
  readonly sideOffset?: number;
  readonly align?: "start" | "center" | "end";
}) {
  return (
    <Base.Portal>
      <Base.Positioner
        className={css["positioner"]}
        sideOffset={props.sideOffset ?? 4}
        align={props.align ?? "start"}
      >
        <Base.Popup className={css["popup"]}>
          {props.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

/** `children` is the trigger: a Button or an IconButton. */
export function Menu(props: {
  readonly entries: readonly MenuEntry[];
  readonly align?: "start" | "center" | "end";
  readonly children: ReactElement<Record<string, unknown>>;
}) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={props.children} />
      <Popup entries={props.entries} align={props.align ?? "start"} />
    </Base.Root>
  );
}

/** Right click, long press, or the context key on `children`. */
export function ContextMenu(props: {
  readonly entries: readonly MenuEntry[];
  readonly children: ReactElement<Record<string, unknown>>;
}) {
  return (
    <BaseContext.Root>
      <BaseContext.Trigger render={props.children} />
      <Popup entries={props.entries} sideOffset={0} />
    </BaseContext.Root>
  );
}
