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
import { useEditor, useEnv } from "../session/editor-context.tsx";
import type { PanelMode } from "../state/viewport.ts";
import css from "./workspace.module.css";

const MODES: readonly (readonly [PanelMode, LucideIcon])[] = [
  ["media", Film],
  ["generate", Sparkles],
  ["text", Type],
  ["shapes", Shapes],
  ["captions", Captions],
  ["transitions", Blend],
  ["effects", WandSparkles],
  ["audio", AudioLines],
  ["mixer", SlidersVertical],
  ["history", History],
];

/** 68 px, so that every name can be read: what the panel beside it shows; the open one again closes it. */
export function Rail(props: { readonly open: boolean; readonly onToggle: () => void }) {
  const t = useT("editor");
  const env = useEnv();
  const panel = useEditor((state) => state.panel);
  return (
    <nav className={css["rail"]} aria-label={t("rail.label")}>
      {MODES.map(([mode, Icon]) => {
        const on = props.open && panel === mode;
        return (
          <Tooltip key={mode} label={on ? t("rail.close") : t(`rail.${mode}`)} side="right">
            <button
              type="button"
              className={css["mode"]}
              aria-pressed={on}
              data-mode={mode}
              onClick={() => {
                if (on || !props.open) props.onToggle();
                if (!on) env.store.getState().setPanel(mode);
              }}
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
