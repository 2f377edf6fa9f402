"use client";
import {
  Activity,
  ArrowLeft,
  Command as CommandIcon,
  Ellipsis,
  Keyboard,
  LayoutTemplate,
  PanelRight,
  Redo2,
  Undo2,
} from "lucide-react";
import Link from "next/link";
import { LOCALES, type Locale } from "../../i18n/locale.ts";
import { useSetLocale } from "../../i18n/provider.tsx";
import { useLocale, useT } from "../../i18n/use-t.ts";
import { useInterchange } from "../../interchange/use-interchange.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, type MenuEntry } from "../../ui/menu.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { useDirectionEntries } from "../../ui/use-direction.tsx";
import { useThemeEntries } from "../../ui/use-theme-entries.tsx";
import { runCommand } from "../commands.ts";
import { useShortcuts } from "../commands/keymap-store.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import { EDIT_LABELS, type EditLabel } from "../state/edit-label.ts";
import { CommandButton } from "./command-button.tsx";
import { ProjectName } from "./project-name.tsx";
import { SaveState } from "./save-state.tsx";
import css from "./top-bar.module.css";

const ICON = { size: 16, strokeWidth: 1.5 } as const;
const LANGUAGES: Record<Locale, string> = { en: "English", zh: "简体中文" };

/** A label of a stored history may be of another version of the editor. */
function asLabel(label: string | undefined): EditLabel | undefined {
  return EDIT_LABELS.find((known) => known === label);
}

function UndoRedo() {
  const t = useT("editor");
  const past = useEditor((state) => asLabel(state.journal.history.past.at(-1)?.label));
  const future = useEditor((state) => asLabel(state.journal.history.future.at(-1)?.label));
  return (
    <>
      <CommandButton
        command="undo"
        icon={<Undo2 {...ICON} className="mirrored" />}
        label={
          past === undefined ? t("top.nothingToUndo") : t("top.undo", { step: t(`edits.${past}`) })
        }
      />
      <CommandButton
        command="redo"
        icon={<Redo2 {...ICON} className="mirrored" />}
        label={
          future === undefined
            ? t("top.nothingToRedo")
            : t("top.redo", { step: t(`edits.${future}`) })
        }
      />
    </>
  );
}

function MoreMenu() {
  const t = useT("editor");
  const interchange = useInterchange();
  const env = useEnv();
  const locale = useLocale();
  const setLocale = useSetLocale();
  const shortcuts = useShortcuts();
  const themes = useThemeEntries();
  const directions = useDirectionEntries();
  const entry = (
    id: "palette" | "shortcuts" | "save-template" | "scopes",
    icon: React.ReactNode,
  ): MenuEntry => ({
    id,
    label: t(`commands.${id}`),
    icon,
    shortcut: shortcuts(id),
    onSelect: () => runCommand(env, id),
  });
  const entries: MenuEntry[] = [
    ...interchange.entries,
    { kind: "separator", id: "after-interchange" },
    entry("palette", <CommandIcon {...ICON} />),
    entry("shortcuts", <Keyboard {...ICON} />),
    { kind: "separator", id: "before-template" },
    entry("save-template", <LayoutTemplate {...ICON} />),
    entry("scopes", <Activity {...ICON} />),
    { kind: "separator", id: "between" },
    { kind: "label", id: "language", label: t("top.language") },
    ...LOCALES.map((one) => ({
      kind: "check" as const,
      id: one,
      label: LANGUAGES[one],
      checked: one === locale,
      onSelect: () => setLocale(one),
    })),
    { kind: "separator", id: "after-language" },
    ...themes,
    { kind: "separator", id: "after-theme" },
    ...directions,
  ];
  return (
    <>
      <Menu entries={entries} align="end">
        <IconButton label={t("top.more")} icon={<Ellipsis {...ICON} />} />
      </Menu>
      {interchange.dialogs}
    </>
  );
}

function InspectorToggle() {
  const open = useEditor((state) => state.inspectorOpen);
  return (
    <CommandButton
      command="inspector"
      icon={<PanelRight {...ICON} className="mirrored" />}
      active={open}
    />
  );
}

/** 44 px: where am I, is it safe, and what to do when done. */
export function TopBar() {
  const t = useT("editor");
  const env = useEnv();
  const shortcuts = useShortcuts();
  return (
    <header className={css["bar"]}>
      <div className={css["side"]}>
        <Tooltip label={t("top.back")}>
          <Link
            href="/"
            aria-label={t("top.back")}
            className={classNames(buttonClass("quiet"), css["back"])}
          >
            <ArrowLeft {...ICON} className="mirrored" />
          </Link>
        </Tooltip>
        <ProjectName />
        <SaveState />
      </div>
      <div className={css["middle"]}>
        <UndoRedo />
      </div>
      <div className={css["side"]} data-side="end">
        <InspectorToggle />
        <MoreMenu />
        <Tooltip label={t("commands.export")} shortcut={shortcuts("export")}>
          <Button
            kind="primary"
            data-testid="export-button"
            onClick={() => runCommand(env, "export")}
          >
            {t("top.export")}
          </Button>
        </Tooltip>
      </div>
    </header>
  );
}
