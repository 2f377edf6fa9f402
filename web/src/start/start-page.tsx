"use client";
import { Suspense, lazy, useEffect, useState } from "react";
import { useT } from "../i18n/use-t.ts";
import { useTasks } from "../server/workspace.ts";
import { ExportRow } from "../exports/export-row.tsx";
import { MoreLink } from "../ui/more-link.tsx";
import { ProjectGrid } from "./project-grid.tsx";
import { StartDrop } from "./start-drop.tsx";
import css from "./start-page.module.css";
import { useProjects } from "./use-projects.ts";

const RECENT = 4;
/** By then the page's own content stands. */
const OFFER_AFTER_MS = 600;

const TemplateRow = lazy(() =>
  import("../templates/template-row.tsx").then((module) => ({ default: module.TemplateRow })),
);

/** Templates to start from: pictures that are drawn here, after what the page is for. */
function Offer() {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsTime(true), OFFER_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isTime ? (
    <Suspense fallback={null}>
      <TemplateRow />
    </Suspense>
  ) : null;
}

/** Where a day begins: drop files, go on with a project, look after an export, try a template. */
export function StartPage() {
  const t = useT("library");
  const projects = useProjects();
  const exports = useTasks((task) => task.scene === "export").slice(0, RECENT);
  return (
    <div className={css["page"]}>
      <StartDrop projects={projects.value} />
      <ProjectGrid projects={projects} />
      {exports.length === 0 ? null : (
        <section aria-labelledby="recent-exports" className={css["section"]}>
          <header className={css["head"]}>
            <h2 id="recent-exports">{t("start.exports")}</h2>
            <MoreLink href="/exports">{t("start.allExports")}</MoreLink>
          </header>
          <ul>
            {exports.map((task) => (
              <ExportRow key={task.id} task={task} />
            ))}
          </ul>
        </section>
      )}
      {projects.value === null ? null : <Offer />}
    </div>
  );
}
