"use client";
import { FileDown, FileUp } from "lucide-react";
import { Suspense, useState } from "react";
import { ExportTimelineDialog, ImportTimelineDialog } from "../editor/layout/later.tsx";
import { useEditor } from "../editor/session/editor-context.tsx";
import { useT } from "../i18n/use-t.ts";
import type { MenuEntry } from "../ui/menu.tsx";

const ICON = { size: 16, strokeWidth: 1.5 } as const;

function ExportOpenProject(props: { readonly onClose: () => void }) {
  const document = useEditor((state) => state.project.document);
  const name = useEditor((state) => state.journal.name);
  return <ExportTimelineDialog document={document} name={name} onClose={props.onClose} />;
}

/** The entries of a menu that send the open timeline to other programs or take one from them. */
export function useInterchange() {
  const t = useT("interchange");
  const [open, setOpen] = useState<"export" | "import" | null>(null);
  const close = () => setOpen(null);
  const entries: readonly MenuEntry[] = [
    {
      id: "interchange-export",
      label: t("exportEntry"),
      icon: <FileDown {...ICON} />,
      onSelect: () => setOpen("export"),
    },
    {
      id: "interchange-import",
      label: t("importEntry"),
      icon: <FileUp {...ICON} />,
      onSelect: () => setOpen("import"),
    },
  ];
  const dialogs = (
    <Suspense fallback={null}>
      {open === "export" ? <ExportOpenProject onClose={close} /> : null}
      {open === "import" ? <ImportTimelineDialog onClose={close} /> : null}
    </Suspense>
  );
  return { entries, dialogs };
}
