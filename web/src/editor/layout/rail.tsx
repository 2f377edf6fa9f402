"use client";
import {
  AudioLines,
  Blend,
  Captions,
  Film,
  History,
  type LucideIcon,
  Shapes,
  SlidersVertical,
  Sparkles,
  Type,
  WandSparkles,
} from "lucide-react";
import { useT } from "../../i18n/use-t.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import { panelCommand } from "../commands/command.ts";
import { useShortcuts } from "../commands/keymap-store.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import { PANEL_MODES, type PanelMode } from "../state/viewport.ts";
import css from "./workspace.module.css";

const SIGNS: Readonly<Record<PanelMode, LucideIcon>> = {
  media: Film,
  generate: Sparkles,
  text: Type,
  shapes: Shapes,
  captions: Captions,
  transitions: Blend,
  effects: WandSparkles,
  audio: AudioLines,
  mixer: SlidersVertical,
  history: History,
};

/** 68 px, so that every name can be read: what the panel beside it shows; the open one again closes it. */
export function Rail() {
  const t = useT("editor");
  const env = useEnv();
  const shortcuts = useShortcuts();
  const panel = useEditor((state) => (state.sideOpen ? state.panel : null));
  return (
    <nav className={css["rail"]} aria-label={t("rail.label")}>
      {PANEL_MODES.map((mode) => {
        const Icon = SIGNS[mode];
        const on = panel === mode;
        return (
          <Tooltip
            key={mode}
            label={on ? t("rail.close") : t(`rail.${mode}`)}
            shortcut={shortcuts(panelCommand(mode))}
            side="right"
          >
            <button
              type="button"
              className={css["mode"]}
              aria-pressed={on}
              data-mode={mode}
              onClick={() => env.store.getState().togglePanel(mode)}
            >
              <Icon size={18} strokeWidth={1.5} />
              <span>{t(`rail.${mode}`)}</span>
            </button>
          </Tooltip>
        );
      })}
    </nav>
  );
}
