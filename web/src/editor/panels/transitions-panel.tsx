"use client";
import { type MediaClip, formatTimecode, frameLength, handlesAtCut } from "@cutroom/timeline";
import type { TransitionKind } from "@cutroom/timeline";
import { useMemo } from "react";
import { useT } from "../../i18n/use-t.ts";
import { PanelHeader } from "../../ui/panel-header.tsx";
import { runTransition } from "../actions/run-transition.ts";
import { cutInQuestion, transitionAt } from "../actions/transition.ts";
import { useClipPicture } from "../media/use-clip-picture.ts";
import { useEditor, useEditorParts, useEnv } from "../session/editor-context.tsx";
import panels from "./panels.module.css";
import css from "./transitions-panel.module.css";
import { TRANSITION_FAMILIES } from "./transition-families.ts";
import type { TransitionFamily } from "./transition-families.ts";
import type { CutPictures } from "./transition-picture.tsx";
import { TransitionTile } from "./transition-tile.tsx";

const FAMILIES: readonly TransitionFamily[] = [
  "dissolves",
  "pushes",
  "wipes",
  "softWipes",
  "shapes",
  "corners",
  "slices",
];

function useCut() {
  return useEditorParts(
    ({ journal, selectedClipIds, selectedTransitionId, playheadFlicks, role }) => {
      const { document } = journal;
      const chosen =
        selectedTransitionId === null ? null : document.transitions[selectedTransitionId];
      const situation = {
        document,
        selectedClipIds: chosen ? [chosen.leftClipId, chosen.rightClipId] : selectedClipIds,
        selectedTransitionId,
        playheadFlicks,
        idBase: "",
      };
      const cut = cutInQuestion(situation);
      const handles = cut && handlesAtCut(document, cut.left.id, cut.right.id);
      return {
        leftId: cut?.left.id ?? null,
        rightId: cut?.right.id ?? null,
        at: cut?.right.start ?? null,
        most: handles?.maxTransitionFlicks ?? 0,
        present: cut === null ? null : (transitionAt(situation, cut)?.kind ?? null),
        rate: document.settings.rate,
        readOnly: role === "reader",
      };
    },
  );
}

function useFilmed(clipId: string | null): MediaClip | null {
  const clip = useEditor(({ journal }) =>
    clipId === null ? null : journal.document.clips[clipId],
  );
  return clip?.kind === "media" && clip.mediaKind !== "audio" ? clip : null;
}

/** What is on both sides of the cut; null while that is not known, or is no picture of a file. */
function useCutPictures(leftId: string | null, rightId: string | null): CutPictures | null {
  const { rate } = useEditorParts(({ journal }) => journal.document.settings);
  const [before, after] = [useFilmed(leftId), useFilmed(rightId)];
  const left = useClipPicture(before, before === null ? 0 : before.duration - frameLength(rate));
  const right = useClipPicture(after, 0);
  return useMemo(() => (left && right ? { left, right } : null), [left, right]);
}

/** All transitions as moving pictures, and the cut that a press would give one to. */
export function TransitionsPanel() {
  const t = useT("editor");
  const env = useEnv();
  const { leftId, rightId, at, most, present, rate, readOnly } = useCut();
  const pictures = useCutPictures(leftId, rightId);
  const note = () => {
    if (at === null) return t("transitions.noCut");
    if (present !== null) return t("transitions.exists");
    if (most <= 0) return t("transitions.noHandle");
    return t("transitions.length", { length: formatTimecode(most, rate) });
  };
  const apply = (kind: TransitionKind) => {
    const { clips } = env.store.getState().journal.document;
    const left = leftId === null ? undefined : clips[leftId];
    const right = rightId === null ? undefined : clips[rightId];
    if (left === undefined || right === undefined) runTransition(env, kind);
    else runTransition(env, kind, { left, right });
  };
  return (
    <div className={panels["panel"]}>
      <PanelHeader title={t("transitions.title")} />
      <div className={css["state"]}>
        {at === null ? null : (
          <p className={css["where"]}>{t("transitions.at", { time: formatTimecode(at, rate) })}</p>
        )}
        <p className={css["note"]}>{note()}</p>
      </div>
      <div className={css["families"]}>
        {FAMILIES.map((family) => (
          <section key={family} aria-label={t(`transitions.families.${family}`)}>
            <h3>{t(`transitions.families.${family}`)}</h3>
            <div className={css["grid"]}>
              {TRANSITION_FAMILIES[family].map((kind) => (
                <TransitionTile
                  key={kind}
                  kind={kind}
                  cut={pictures}
                  current={present === kind}
                  disabled={readOnly}
                  onApply={apply}
                />
              ))}
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}
