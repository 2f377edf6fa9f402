"use client";
import { isCompound, readsSource } from "@cutroom/timeline";
import type { Clip, MediaClip, PlainClip, ShapeClip, TextClip } from "@cutroom/timeline";
import { useT } from "../../i18n/use-t.ts";
import { useWorkspace } from "../../server/workspace.ts";
import { PanelHeader } from "../../ui/panel-header.tsx";
import { useEditorParts } from "../session/editor-context.tsx";
import { shownDocument } from "../state/document.ts";
import { MakingSection } from "../generation/making-section.tsx";
import { KeyLanes } from "../keyframes/key-lanes.tsx";
import { RelinkSection } from "../relink/relink-section.tsx";
import { CompoundSection } from "./compound-section.tsx";
import { CurvesSection } from "./curves-section.tsx";
import { EffectSections } from "./effects-section.tsx";
import { FitButtons } from "./fit-buttons.tsx";
import css from "./inspector.module.css";
import { KeySection } from "./key-section.tsx";
import { LookSections } from "./look-section.tsx";
import { LutSection } from "./lut-section.tsx";
import { PaceSection } from "./pace-section.tsx";
import { PictureSection } from "./picture-section.tsx";
import { ProjectSection } from "./project-section.tsx";
import { ShapeSection } from "./shape-section.tsx";
import { SoundSection } from "./sound-section.tsx";
import { SubtitlesSection } from "./subtitles-section.tsx";
import { TextSection } from "./text-section.tsx";
import { TimeSection } from "./time-section.tsx";
import { TransitionSection } from "./transition-section.tsx";

const isPlain = (clip: Clip): clip is PlainClip => !isCompound(clip);
const isText = (clip: Clip): clip is TextClip => clip.kind === "text";
const isShape = (clip: Clip): clip is ShapeClip => clip.kind === "shape";
const isMedia = (clip: Clip): clip is MediaClip => clip.kind === "media";
const all = <T extends Clip>(
  clips: readonly Clip[],
  is: (clip: Clip) => clip is T,
): readonly T[] | null => {
  const found = clips.filter(is);
  return found.length > 0 && found.length === clips.length ? found : null;
};

/** Sections that make sense for every selected clip. */
function ClipSections({ clips }: { readonly clips: readonly PlainClip[] }) {
  const soundless = useWorkspace(({ assets }) =>
    clips.some(
      (clip) =>
        clip.kind === "media" &&
        (clip.mediaKind === "image" || clip.frozen || assets[clip.assetId]?.facts?.audio === null),
    ),
  );
  const texts = all(clips, isText);
  const shapes = all(clips, isShape);
  const media = all(clips, isMedia);
  const pictures = clips.every((clip) => !isMedia(clip) || clip.mediaKind !== "audio");
  const timed = media?.every(readsSource) === true;
  const [only, ...more] = clips;
  return (
    <>
      {only !== undefined && more.length === 0 ? <TimeSection clip={only} /> : null}
      {only?.kind === "media" && more.length === 0 ? <RelinkSection clip={only} /> : null}
      {/* One key for two of them would leave those of clips that were selected before. */}
      {only?.kind === "media" && more.length === 0 ? (
        <MakingSection key={`making-${only.id}`} clip={only} />
      ) : null}
      {only?.kind === "media" && more.length === 0 ? <SubtitlesSection clip={only} /> : null}
      {texts === null ? null : <TextSection clips={texts} />}
      {shapes === null ? null : <ShapeSection clips={shapes} />}
      {pictures ? <PictureSection clips={clips} /> : null}
      {only !== undefined && more.length === 0 && only.kind !== "caption" ? (
        <KeyLanes key={`keys-${only.id}`} clip={only} />
      ) : null}
      {media !== null && pictures ? <FitButtons clips={media} /> : null}
      {media !== null && pictures ? <LookSections clips={media} /> : null}
      {media !== null && pictures ? <CurvesSection clips={media} /> : null}
      {media !== null && pictures ? <LutSection clips={media} /> : null}
      {media !== null && pictures ? <EffectSections clips={media} /> : null}
      {media !== null && pictures ? <KeySection clips={media} /> : null}
      {media === null || soundless ? null : <SoundSection clips={media} />}
      {media !== null && timed ? <PaceSection clips={media} /> : null}
    </>
  );
}

/** What is selected, and everything about it that can be changed. */
export function Inspector() {
  const t = useT("editor");
  const clips = useEditorParts((state) =>
    state.selectedClipIds.flatMap((id) => shownDocument(state).clips[id] ?? []),
  );
  const [transition] = useEditorParts((state) => {
    const id = state.selectedTransitionId;
    return id === null ? [] : [shownDocument(state).transitions[id]];
  });
  const plain = all(clips, isPlain);
  const compounds = all(clips, isCompound);
  const [first, ...more] = clips;
  const title =
    first === undefined
      ? t("inspector.title")
      : more.length > 0
        ? t("inspector.clips", { count: String(clips.length) })
        : first.kind === "caption"
          ? first.text
          : first.name;
  return (
    <aside className={css["inspector"]} aria-label={t("inspector.title")} data-testid="inspector">
      <PanelHeader title={title} />
      <div className={css["scroll"]}>
        {transition !== undefined ? (
          <TransitionSection transition={transition} />
        ) : clips.length > 0 ? (
          <>
            {plain === null ? null : <ClipSections clips={plain} />}
            {compounds === null ? null : <CompoundSection clips={compounds} />}
          </>
        ) : (
          <ProjectSection />
        )}
      </div>
    </aside>
  );
}
