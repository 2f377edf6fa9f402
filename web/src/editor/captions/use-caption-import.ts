"use client";
import { useT } from "../../i18n/use-t.ts";
import { notify, notifyFailure } from "../../ui/toaster.tsx";
import { runPlan, situationOf } from "../actions/run-plan.ts";
import { useEnv } from "../session/editor-context.tsx";
import { importCues } from "./caption-actions.ts";
import { readCaptionFile } from "./caption-files.ts";

/** Takes caption files, each onto a track of its own; `onTrack` hears of the last one. */
export function useCaptionImport(onTrack: (trackId: string) => void) {
  const t = useT("editor");
  const env = useEnv();
  const take = async (file: File) => {
    const read = await readCaptionFile(file, env.store.getState().playheadFlicks);
    if (read.kind === "refused") {
      notifyFailure(t(`captions.refused.${read.reason}`, { name: file.name }));
      return;
    }
    const situation = situationOf(env);
    const name = file.name.replace(/\.[^.]*$/, "");
    if (!runPlan(env, importCues(situation, read.cues, name))) return;
    onTrack(`${situation.idBase}-track`);
    const count = read.cues.length;
    if (read.kind === "lines") notify(t("captions.linesAdded", { count }));
    else if (read.dropped > 0)
      notify(t("captions.addedSome", { count, dropped: String(read.dropped) }));
    else notify(t("captions.added", { count }));
  };
  return (files: readonly File[]) => {
    files
      .reduce((before, file) => before.then(() => take(file)), Promise.resolve())
      .catch(() => notifyFailure(t("captions.refused.unreadable")));
  };
}
