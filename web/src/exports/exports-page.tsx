"use client";
import { Clapperboard } from "lucide-react";
import Link from "next/link";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { loadExports, useTasks, useWorkspace } from "../server/workspace.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { ExportRow } from "./export-row.tsx";
import css from "./exports-page.module.css";

const PLACES = [0, 1, 2, 3, 4];

function Content() {
  const t = useT("exports");
  const api = useApi();
  const problemText = useProblemText();
  const tasks = useTasks((task) => task.scene === "export");
  const loading = useWorkspace((state) => state.tasksLoading);
  if (tasks.length > 0) {
    return (
      <ul>
        {tasks.map((task) => (
          <ExportRow key={task.id} task={task} />
        ))}
      </ul>
    );
  }
  if (loading.status === "failed") {
    return (
      <ErrorState
        body={problemText(loading.problem)}
        requestId={loading.problem.request_id}
        onRetry={() => loadExports(api)}
      />
    );
  }
  if (loading.status !== "ready") {
    return (
      <div className={css["places"]}>
        {PLACES.map((place) => (
          <Skeleton key={place} height={45} />
        ))}
      </div>
    );
  }
  return (
    <EmptyState
      icon={<Clapperboard size={20} strokeWidth={1.5} />}
      title={t("empty.title")}
      body={t("empty.body")}
      action={
        <Link href="/" className={buttonClass("secondary")}>
          {t("empty.action")}
        </Link>
      }
    />
  );
}

/** All exports, newest first, with live progress. */
export function ExportsPage() {
  const t = useT("exports");
  return (
    <div className={css["page"]}>
      <h1 className={css["title"]}>{t("title")}</h1>
      <Content />
    </div>
  );
}
