"use client";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { type SectionName, toggleFolded, useIsFolded } from "./folded-sections.ts";
import css from "./inspector.module.css";

/** A part of the inspector under its title, which folds it away and back. */
export function Section(props: {
  readonly name: SectionName;
  readonly title: string;
  /** Beside the title: what resets the section. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}) {
  const folded = useIsFolded(props.name);
  return (
    <section className={css["section"]} data-section={props.name}>
      <header className={css["sectionHead"]}>
        <h3>
          <button
            type="button"
            className={css["fold"]}
            aria-expanded={!folded}
            onClick={() => toggleFolded(props.name)}
          >
            {props.title}
            <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
          </button>
        </h3>
        {folded ? null : props.tools}
      </header>
      {folded ? null : props.children}
    </section>
  );
}
