"use client";
import type { ProjectSummary } from "@cutroom/contracts";
import { Clapperboard, Copy, Ellipsis, PencilLine, Trash2 } from "lucide-react";
import { useState } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Menu, type MenuEntry } from "../ui/menu.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { MoreLink } from "../ui/more-link.tsx";
import { RenameDialog } from "../ui/rename-dialog.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { notifyFailure } from "../ui/toaster.tsx";
import { useDelayedRemoval } from "../ui/use-delayed-removal.ts";
import { ProjectCard } from "./project-card.tsx";
import css from "./start-page.module.css";
import type { Projects } from "./use-projects.ts";

const ICON = { size: 16, strokeWidth: 1.5 } as const;
const PLACES = [0, 1, 2, 3];

function useProjectMenu(projects: Projects, onRename: (project: ProjectSummary) => void) {
  const t = useT("library");
  const tUi = useT("ui");
  const api = useApi();
  const problemText = useProblemText();
  const removeLater = useDelayedRemoval();
  const duplicate = async (project: ProjectSummary) => {
    const answer = await api.duplicateProject({ params: { project_id: project.id }, body: {} });
    if (answer.ok) await projects.reload();
    else notifyFailure(problemText(answer.failure));
  };
  const remove = (project: ProjectSummary) =>
    removeLater({
      message: t("start.deleted", { name: project.name }),
      hide: () => projects.change((list) => list.filter(({ id }) => id !== project.id)),
      show: () => void projects.reload(),
      run: async () => {
        const answer = await api.deleteProject({ params: { project_id: project.id } });
        if (answer.ok) return;
        notifyFailure(problemText(answer.failure));
        await projects.reload();
      },
    });
  return (project: ProjectSummary): readonly MenuEntry[] => [
    {
      id: "rename",
      label: tUi("actions.rename"),
      icon: <PencilLine {...ICON} />,
      onSelect: () => onRename(project),
    },
    {
      id: "duplicate",
      label: tUi("actions.duplicate"),
      icon: <Copy {...ICON} />,
      onSelect: () => void duplicate(project),
    },
    { kind: "separator", id: "line" },
    {
      id: "delete",
      label: tUi("actions.delete"),
      icon: <Trash2 {...ICON} />,
      danger: true,
      onSelect: () => remove(project),
    },
  ];
}

function NoCards(props: { readonly projects: Projects }) {
  const t = useT("library");
  const problemText = useProblemText();
  const { value: list, problem, reload } = props.projects;
  if (list !== null) {
    return (
      <EmptyState
        icon={<Clapperboard size={20} strokeWidth={1.5} />}
        title={t("start.noProjects")}
        body={t("start.noProjectsBody")}
      />
    );
  }
  if (problem !== null) {
    return (
      <ErrorState
        body={problemText(problem)}
        requestId={problem.request_id}
        onRetry={() => reload()}
      />
    );
  }
  return (
    <div className={css["grid"]}>
      {PLACES.map((place) => (
        <Skeleton key={place} height={170} />
      ))}
    </div>
  );
}

function Cards(props: { readonly projects: Projects }) {
  const t = useT("library");
  const tUi = useT("ui");
  const api = useApi();
  const problemText = useProblemText();
  const { value: list, reload } = props.projects;
  const [renaming, setRenaming] = useState<ProjectSummary | null>(null);
  const menuOf = useProjectMenu(props.projects, setRenaming);
  if (list === null || list.length === 0) return <NoCards projects={props.projects} />;
  const rename = async (project: ProjectSummary, name: string) => {
    const answer = await api.patchProject({
      params: { project_id: project.id },
      body: { base_revision: project.revision, name },
    });
    if (answer.ok) await reload();
    return answer.ok ? null : problemText(answer.failure);
  };
  return (
    <>
      <ul className={css["grid"]}>
        {list.map((project) => (
          <ProjectCard
            key={project.id}
            project={project}
            menu={menuOf(project)}
            actions={
              <Menu entries={menuOf(project)} align="end">
                <IconButton
                  label={tUi("actions.more")}
                  icon={<Ellipsis {...ICON} />}
                  size="small"
                />
              </Menu>
            }
          />
        ))}
      </ul>
      {renaming === null ? null : (
        <RenameDialog
          key={renaming.id}
          title={t("start.renameTitle")}
          label={t("item.name")}
          name={renaming.name}
          maxLength={200}
          onClose={() => setRenaming(null)}
          onRename={(name) => rename(renaming, name)}
        />
      )}
    </>
  );
}

/** The user's projects, last changed first. */
export function ProjectGrid(props: { readonly projects: Projects }) {
  const t = useT("library");
  const tUi = useT("ui");
  return (
    <section aria-labelledby="projects" className={css["section"]}>
      <header className={css["head"]}>
        <h2 id="projects">{t("start.projects")}</h2>
        <MoreLink href="/library">{tUi("nav.library")}</MoreLink>
      </header>
      <Cards projects={props.projects} />
    </section>
  );
}
