"use client";
import type { TemplateWithDocument } from "@cutroom/contracts";
import { Ellipsis, LayoutTemplate, PencilLine, Trash2 } from "lucide-react";
import { useState } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Menu, type MenuEntry } from "../ui/menu.tsx";
import { RenameDialog } from "../ui/rename-dialog.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { notifyFailure } from "../ui/toaster.tsx";
import { useDelayedRemoval } from "../ui/use-delayed-removal.ts";
import { useLocalised } from "./localised.ts";
import { TemplateCard } from "./template-card.tsx";
import css from "./templates.module.css";
import { type Templates, useTemplates } from "./use-templates.ts";

const ICON = { size: 16, strokeWidth: 1.5 } as const;
const PLACES = [0, 1, 2, 3, 4, 5];

function useOwnMenu(templates: Templates, onRename: (template: TemplateWithDocument) => void) {
  const t = useT("templates");
  const tUi = useT("ui");
  const api = useApi();
  const problemText = useProblemText();
  const removeLater = useDelayedRemoval();
  const remove = ({ id, name }: TemplateWithDocument) =>
    removeLater({
      message: t("deleted", { name }),
      hide: () => templates.change((list) => list.filter((one) => one.id !== id)),
      show: () => void templates.reload(),
      run: async () => {
        const answer = await api.deleteTemplate({ params: { template_id: id } });
        if (answer.ok) return;
        notifyFailure(problemText(answer.failure));
        await templates.reload();
      },
    });
  return (template: TemplateWithDocument): readonly MenuEntry[] => [
    {
      id: "rename",
      label: tUi("actions.rename"),
      icon: <PencilLine {...ICON} />,
      onSelect: () => onRename(template),
    },
    {
      id: "delete",
      label: tUi("actions.delete"),
      icon: <Trash2 {...ICON} />,
      danger: true,
      onSelect: () => remove(template),
    },
  ];
}

function OwnTemplates(props: { readonly templates: Templates }) {
  const t = useT("templates");
  const api = useApi();
  const problemText = useProblemText();
  const localised = useLocalised();
  const [renaming, setRenaming] = useState<TemplateWithDocument | null>(null);
  const menuOf = useOwnMenu(props.templates, setRenaming);
  const own = (props.templates.value ?? []).filter((one) => !one.built_in);
  const rename = async ({ id }: TemplateWithDocument, name: string) => {
    const answer = await api.renameTemplate({ params: { template_id: id }, body: { name } });
    if (answer.ok) await props.templates.reload();
    return answer.ok ? null : problemText(answer.failure);
  };
  return (
    <section aria-labelledby="own-templates" className={css["section"]}>
      <h2 id="own-templates">{t("own")}</h2>
      {own.length === 0 ? (
        <EmptyState
          icon={<LayoutTemplate size={20} strokeWidth={1.5} />}
          title={t("ownNone")}
          body={t("ownEmpty")}
        />
      ) : (
        <ul className={css["grid"]}>
          {own.map((one) => (
            <TemplateCard
              key={one.id}
              shown={localised(one)}
              actions={
                <Menu entries={menuOf(one)} align="end">
                  <IconButton
                    label={t("more", { name: one.name })}
                    icon={<Ellipsis {...ICON} />}
                    size="small"
                  />
                </Menu>
              }
            />
          ))}
        </ul>
      )}
      {renaming === null ? null : (
        <RenameDialog
          key={renaming.id}
          title={t("renameTitle")}
          label={t("renameLabel")}
          name={renaming.name}
          maxLength={200}
          onClose={() => setRenaming(null)}
          onRename={(name) => rename(renaming, name)}
        />
      )}
    </section>
  );
}

/** The gallery: what is ready made, and what the workspace has saved. */
export function TemplatesPage() {
  const t = useT("templates");
  const problemText = useProblemText();
  const localised = useLocalised();
  const templates = useTemplates();
  const house = templates.value?.filter((one) => one.built_in);
  return (
    <div className={css["page"]}>
      <header>
        <h1 className={css["title"]}>{t("title")}</h1>
        <p className={css["lead"]}>{t("lead")}</p>
      </header>
      {templates.problem === null ? (
        <section aria-labelledby="house-templates" className={css["section"]}>
          <header className={css["head"]}>
            <h2 id="house-templates">{t("house")}</h2>
            <span className={css["note"]}>{t("standIns")}</span>
          </header>
          <ul className={css["grid"]}>
            {house === undefined
              ? PLACES.map((place) => (
                  <li key={place}>
                    <Skeleton height={200} />
                  </li>
                ))
              : house.map((one) => <TemplateCard key={one.id} shown={localised(one)} />)}
          </ul>
        </section>
      ) : (
        <ErrorState
          body={problemText(templates.problem)}
          requestId={templates.problem.request_id}
          onRetry={() => templates.reload()}
        />
      )}
      {templates.value === null ? null : <OwnTemplates templates={templates} />}
    </div>
  );
}
