"use client";
/** Panels and dialogs that nobody sees at first: their code comes when they are first opened. */
import { type ComponentType, type ReactNode, Suspense, lazy, useEffect, useState } from "react";

/** By then the project is on screen. */
const FETCH_AFTER_MS = 4_000;
const loads: (() => Promise<unknown>)[] = [];

function later<Props>(load: () => Promise<ComponentType<Props>>) {
  loads.push(load);
  return lazy(async () => ({ default: await load() }));
}

/** Fetches all of it a while after the start, so that each opens at once, and without a network. */
export function useLaterCode(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // What cannot be had now is asked for again when it is opened.
      for (const load of loads) load().catch(() => undefined);
    }, FETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

export const CaptionsPanel = later(() =>
  import("../captions/captions-panel.tsx").then((module) => module.CaptionsPanel),
);
export const EffectsPanel = later(() =>
  import("../effects/effects-panel.tsx").then((module) => module.EffectsPanel),
);
export const GeneratePanel = later(() =>
  import("../panels/generate-panel.tsx").then((module) => module.GeneratePanel),
);
export const HistoryPanel = later(() =>
  import("../history/history-panel.tsx").then((module) => module.HistoryPanel),
);
export const MixerPanel = later(() =>
  import("../mixer/mixer-panel.tsx").then((module) => module.MixerPanel),
);
export const ShapesPanel = later(() =>
  import("../shapes/shapes-panel.tsx").then((module) => module.ShapesPanel),
);
export const TitlesPanel = later(() =>
  import("../titles/titles-panel.tsx").then((module) => module.TitlesPanel),
);
export const TransitionsPanel = later(() =>
  import("../panels/transitions-panel.tsx").then((module) => module.TransitionsPanel),
);

export const AutoCutDialog = later(() =>
  import("../autocut/auto-cut-dialog.tsx").then((module) => module.AutoCutDialog),
);
export const CommandPalette = later(() =>
  import("../dialogs/command-palette.tsx").then((module) => module.CommandPalette),
);
export const ExportDialog = later(() =>
  import("../../exports/export-dialog.tsx").then((module) => module.ExportDialog),
);
export const ExportTimelineDialog = later(() =>
  import("../../interchange/export-timeline-dialog.tsx").then(
    (module) => module.ExportTimelineDialog,
  ),
);
export const ImportTimelineDialog = later(() =>
  import("../../interchange/import-timeline-dialog.tsx").then(
    (module) => module.ImportTimelineDialog,
  ),
);
export const RecordDialog = later(() =>
  import("../../record/record-dialog.tsx").then((module) => module.RecordDialog),
);
export const RelinkDialog = later(() =>
  import("../relink/relink-dialog.tsx").then((module) => module.RelinkDialog),
);
export const SaveTemplateDialog = later(() =>
  import("../templates/save-template-dialog.tsx").then((module) => module.SaveTemplateDialog),
);
export const ShortcutsDialog = later(() =>
  import("../dialogs/shortcuts-dialog.tsx").then((module) => module.ShortcutsDialog),
);

/** Nothing until it is opened for the first time; then it stays, so that its closing is drawn. */
export function Opened(props: { readonly when: boolean; readonly children: ReactNode }) {
  const [opened, setOpened] = useState(props.when);
  if (props.when && !opened) setOpened(true);
  return opened ? <Suspense fallback={null}>{props.children}</Suspense> : null;
}
