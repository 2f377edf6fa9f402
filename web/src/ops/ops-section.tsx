"use client";
import type { ProblemBody } from "@cutroom/contracts";
import type { ReactNode } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import type { Answer } from "../server/use-answer.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import css from "./ops.module.css";

const PLACES = [0, 1, 2];

function Failure(props: { readonly problem: ProblemBody; readonly onRetry: () => Promise<void> }) {
  const problemText = useProblemText();
  return (
    <ErrorState
      body={problemText(props.problem)}
      requestId={props.problem.request_id}
      onRetry={props.onRetry}
    />
  );
}

/** One list of the page: its title and tools, and what the API answered, or is asked, or refused. */
export function OpsSection<T>(props: {
  readonly id: string;
  readonly title: string;
  readonly intro?: string;
  readonly tools?: ReactNode;
  readonly answer: Answer<T>;
  readonly children: (value: T) => ReactNode;
}) {
  const { id, title, intro, tools, answer } = props;
  const { value, problem, reload } = answer;
  return (
    <section className={css["section"]} aria-labelledby={id}>
      <header className={css["header"]}>
        <div>
          <h2 id={id}>{title}</h2>
          {intro === undefined ? null : <p className={css["note"]}>{intro}</p>}
        </div>
        {tools}
      </header>
      {problem === null ? null : <Failure problem={problem} onRetry={reload} />}
      {value === null && problem === null ? (
        <div className={css["places"]}>
          {PLACES.map((place) => (
            <Skeleton key={place} height={28} />
          ))}
        </div>
      ) : null}
      {value === null ? null : props.children(value)}
    </section>
  );
}
