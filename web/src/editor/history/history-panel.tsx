"use client";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { PanelHeader } from "../../ui/panel-header.tsx";
import css from "./history.module.css";
import { StepList } from "./step-list.tsx";
import { VersionList } from "./version-list.tsx";

const PAGES = ["versions", "steps"] as const;

/** Where the project has been: states that the server keeps, and steps that can be undone. */
export function HistoryPanel() {
  const t = useT("editor");
  const [page, setPage] = useState<(typeof PAGES)[number]>("versions");
  return (
    <div className={css["panel"]}>
      <PanelHeader title={t("history.title")} />
      <div className={css["pages"]} role="group" aria-label={t("history.title")}>
        {PAGES.map((one) => (
          <button
            key={one}
            type="button"
            className={css["page"]}
            aria-pressed={one === page}
            onClick={() => setPage(one)}
          >
            {t(`history.${one}`)}
          </button>
        ))}
      </div>
      <div className={css["scroll"]}>{page === "versions" ? <VersionList /> : <StepList />}</div>
    </div>
  );
}
