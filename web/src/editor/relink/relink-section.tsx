"use client";
import { type MediaClip, isUnfilled } from "@cutroom/timeline";
import { Link2 } from "lucide-react";
import { useT } from "../../i18n/use-t.ts";
import { useWorkspace } from "../../server/workspace.ts";
import inspectorCss from "../inspector/inspector.module.css";
import { Button } from "../../ui/button.tsx";
import { runCommand } from "../commands.ts";
import { useShortcuts } from "../commands/keymap-store.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import { isOffline } from "./offline-files.ts";
import css from "./relink.module.css";

/** Says that a clip's file is missing and offers to choose another. */
export function RelinkSection({ clip }: { readonly clip: MediaClip }) {
  const t = useT("editor");
  const env = useEnv();
  const shortcuts = useShortcuts();
  const readOnly = useEditor(({ role }) => role === "reader");
  const offline = useWorkspace((known) => isOffline(clip.assetId, known));
  // Of a clip that was to be made, its own section says what became of it.
  if (!offline || isUnfilled(clip)) return null;
  return (
    <section className={inspectorCss["section"]} data-testid="relink-section">
      <h3>{t("relink.sectionTitle")}</h3>
      <p className={css["bad"]}>{t("relink.sectionText")}</p>
      <Button
        icon={<Link2 size={14} strokeWidth={1.5} />}
        disabled={readOnly}
        title={shortcuts("relink")}
        onClick={() => runCommand(env, "relink")}
      >
        {t("commands.relink")}
      </Button>
    </section>
  );
}
