"use client";
import { useMemo, useRef } from "react";
import { useAccount } from "../../server/session.ts";
import { useWorkspace } from "../../server/workspace.ts";
import { mediaOf } from "../../engine/media-of-assets.ts";
import { Monitor } from "../../engine/monitor/monitor.tsx";
import type { TextEditing, TransformGesture } from "../../engine/monitor/monitor-props.ts";
import { FLICKS_PER_SECOND, type Transform } from "@cutroom/timeline";
import { documentNear } from "../../engine/near-document.ts";
import { poseEdit, shownNumbers, timeInClip } from "../keyframes/pose-edits.ts";
import { useSoundPeaks } from "../media/use-sound-peaks.ts";
import { useAiLabel } from "../provenance/use-ai-label.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import { Scopes } from "../scopes/scopes.tsx";
import { isCompound } from "@cutroom/timeline";
import { shownDocument } from "../state/document.ts";
import { EdgeMonitors } from "./edge-monitors.tsx";
import css from "./monitor-frame.module.css";

/** Longer than any transition or title fade reaches. */
const REACH_FLICKS = 120 * FLICKS_PER_SECOND;

/** While something is dragged the whole project need not be compiled at every move. */
function useMonitorDocument() {
  const document = useEditor(shownDocument);
  const partly = useEditor((state) => state.draft !== null && !state.playing);
  const playhead = useEditor((state) => (partly ? state.playheadFlicks : 0));
  return useMemo(
    () => (partly ? documentNear(document, playhead, REACH_FLICKS) : document),
    [document, partly, playhead],
  );
}

/** What a gesture changed: a key of what it left alone would be one too many. */
function changedFields(before: Transform, after: Transform): Partial<Transform> {
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => before[field as keyof Transform] !== value),
  );
}

/** Words of titles, changed on the picture: kept as one undo step. */
function useTextEditing(): TextEditing {
  const env = useEnv();
  const clipId = useEditor((state) => state.editedTextId);
  return {
    clipId,
    onOpen: (title) => {
      const { role, editText } = env.store.getState();
      if (role === "reader") env.speak.refused({ code: "editor.read-only" });
      else editText(title);
    },
    onClose: (text) => {
      const { edit, editText } = env.store.getState();
      editText(null);
      if (clipId === null || text === null) return;
      const kept = edit("text", [{ type: "set-clip", clipIds: [clipId], changes: { text } }]);
      if (!kept.ok) env.speak.refused(kept.failure);
    },
  };
}

/** The engine's monitor, bound to the editor's state. */
export function MonitorFrame() {
  const env = useEnv();
  const document = useMonitorDocument();
  const playhead = useEditor((state) => state.playheadFlicks);
  const playing = useEditor((state) => state.playing);
  const shuttleRate = useEditor((state) => state.shuttleRate);
  const selected = useEditor((state) => state.selectedClipIds);
  const assets = useWorkspace((state) => state.assets);
  const media = useMemo(() => mediaOf(assets), [assets]);
  const peaks = useSoundPeaks();
  const watermark = useAccount()?.plan.watermark ?? false;
  const { shown: aiLabel } = useAiLabel();
  const { playTo, setPlaying, setShuttleRate, setExactFrames } = env.store.getState();

  const onTransformGesture = ({ phase, clipId, transform }: TransformGesture) => {
    const { preview, commitPreview, cancelPreview } = env.store.getState();
    if (phase === "cancel") cancelPreview();
    else if (phase !== "begin") {
      const { journal, playheadFlicks } = env.store.getState();
      const clip = journal.document.clips[clipId];
      if (clip === undefined || isCompound(clip)) return;
      const at = timeInClip(clip, playheadFlicks, journal.document.settings.rate);
      preview("transform", [poseEdit(clip, at, changedFields(shownNumbers(clip, at), transform))]);
      if (phase === "commit") commitPreview();
    }
  };
  const textEditing = useTextEditing();
  const picture = useRef<HTMLCanvasElement>(null);
  const scopes = useEditor((state) => state.scopes);
  const monitor = (
    <Monitor
      canvasRef={picture}
      document={document}
      media={media}
      peaks={peaks}
      levels={env.levels}
      watermark={watermark}
      aiLabel={aiLabel}
      playheadFlicks={playhead}
      onPlayheadChange={playTo}
      playing={playing}
      onPlayingChange={setPlaying}
      shuttleRate={shuttleRate}
      onShuttleRateChange={setShuttleRate}
      onExactFrames={setExactFrames}
      selectedClipIds={selected}
      onTransformGesture={onTransformGesture}
      textEditing={textEditing}
    />
  );
  return (
    <div className={css["frame"]}>
      <div className={css["picture"]}>
        {monitor}
        <EdgeMonitors />
      </div>
      {scopes ? <Scopes picture={picture} /> : null}
    </div>
  );
}
