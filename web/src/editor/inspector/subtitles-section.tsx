"use client";
import { type MediaClip, parseCaptions } from "@cutroom/timeline";
import { Captions } from "lucide-react";
import { useState } from "react";
import { languageName } from "../../i18n/language-name.ts";
import { useT } from "../../i18n/use-t.ts";
import { useApi } from "../../server/client.ts";
import { refreshAsset, useAsset } from "../../server/workspace.ts";
import { Button } from "../../ui/button.tsx";
import { notify, notifyFailure } from "../../ui/toaster.tsx";
import { runPlan, situationOf } from "../actions/run-plan.ts";
import { importCues } from "../captions/caption-actions.ts";
import { canShowSubtitles, cuesOfClip } from "../captions/clip-subtitles.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import css from "./inspector.module.css";

/** Fetches a track of subtitles and puts what the clip shows of it on a caption track. */
function useAddSubtitles(clip: MediaClip) {
  const t = useT("editor");
  const env = useEnv();
  const api = useApi();
  const [busy, setBusy] = useState<string | null>(null);
  const read = async (url: string) => {
    const answer = await fetch(url);
    if (answer.ok) return parseCaptions(await answer.text());
    // The link has expired; the next press has a fresh one.
    await refreshAsset(api, clip.assetId);
    return null;
  };
  const add = async (url: string, name: string) => {
    setBusy(url);
    const parsed = await read(url).catch(() => null);
    setBusy(null);
    if (parsed === null || !parsed.ok) {
      notifyFailure(t("captions.refused.unreadable"));
      return;
    }
    const cues = cuesOfClip(parsed.value.cues, clip);
    if (cues.length === 0) {
      notify(t("captions.inFile.none"));
      return;
    }
    if (!runPlan(env, importCues(situationOf(env), cues, name))) return;
    notify(t("captions.added", { count: cues.length }));
  };
  return { busy, add };
}

/** Says that a clip's file has subtitles and offers them as captions. */
export function SubtitlesSection({ clip }: { readonly clip: MediaClip }) {
  const t = useT("editor");
  const asset = useAsset(clip.assetId);
  const readOnly = useEditor((state) => state.role === "reader");
  const { busy, add } = useAddSubtitles(clip);
  const tracks = asset?.urls.subtitles ?? [];
  if (tracks.length === 0 || !canShowSubtitles(clip)) return null;
  return (
    <section className={css["section"]} data-testid="subtitles-section">
      <h3>{t("captions.inFile.title")}</h3>
      <p className={css["note"]}>{t("captions.inFile.text", { count: tracks.length })}</p>
      {tracks.map(({ language, title, url }, index) => {
        const number = String(index + 1);
        const name = title ?? languageName(language) ?? t("captions.inFile.track", { number });
        return (
          <Button
            key={url}
            icon={<Captions size={16} strokeWidth={1.5} />}
            busy={busy === url}
            disabled={readOnly || busy !== null}
            onClick={() => void add(url, name)}
          >
            {t("captions.inFile.add", { name })}
          </Button>
        );
      })}
    </section>
  );
}
