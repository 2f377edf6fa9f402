import type { ReactNode } from "react";
import css from "./state.module.css";

/** Nothing here yet: one sentence and the one thing to do. */
export function EmptyState(props: {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly body?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className={css["state"]}>
      {props.icon === undefined ? null : <div className={css["icon"]}>{props.icon}</div>}
      <h3 className={css["title"]}>{props.title}</h3>
      {props.body === undefined ? null : <p className={css["body"]}>{props.body}</p>}
      {props.action === undefined ? null : <div className={css["actions"]}>{props.action}</div>}
    </div>
  );
}
