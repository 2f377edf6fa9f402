import type { ReactNode } from "react";
import css from "./panel-header.module.css";

/** The 36 px head of a panel: its name, and on the right its tools. */
export function PanelHeader(props: {
  readonly title: ReactNode;
  readonly count?: number;
  readonly children?: ReactNode;
}) {
  return (
    <header className={css["header"]}>
      <h2 className={css["title"]} dir="auto">
        {props.title}
      </h2>
      {props.count === undefined ? null : <span className={css["count"]}>{props.count}</span>}
      <div className={css["tools"]}>{props.children}</div>
    </header>
  );
}
