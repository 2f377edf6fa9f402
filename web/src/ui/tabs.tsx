"use client";
import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import css from "./tabs.module.css";

export interface TabEntry {
  readonly id: string;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

/** Arrow keys move between tabs. */
export function Tabs(props: {
  readonly label: string;
  readonly entries: readonly TabEntry[];
  readonly value?: string;
  readonly onChange?: (id: string) => void;
}) {
  return (
    <Base.Root
      className={css["tabs"]}
      defaultValue={props.entries[0]?.id ?? null}
      {...(props.value === undefined ? {} : { value: props.value })}
      onValueChange={(value) => props.onChange?.(String(value))}
    >
      <Base.List className={css["list"]} aria-label={props.label}>
        {props.entries.map((entry) => (
          <Base.Tab key={entry.id} value={entry.id} className={css["tab"]}>
            {entry.label}
          </Base.Tab>
        ))}
      </Base.List>
      {props.entries.map((entry) => (
        <Base.Panel key={entry.id} value={entry.id} className={css["panel"]}>
          {entry.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
