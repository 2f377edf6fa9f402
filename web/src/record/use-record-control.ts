"use client";
import { FLICKS_PER_SECOND } from "@cutroom/timeline";
import { useEffect, useMemo, useRef } from "react";
import { placeRecording } from "../editor/actions/place-recording.ts";
import { runPlan, situationOf } from "../editor/actions/run-plan.ts";
import { useEnv } from "../editor/session/editor-context.tsx";
import { useT } from "../i18n/use-t.ts";
import { useAccount } from "../server/session.ts";
import { useUploader } from "../server/upload/use-uploader.ts";
import { notifyFailure } from "../ui/toaster.tsx";
import { type Begin, type RecordHost, beginRecording } from "./control.ts";
import { findLeft, isRecording, useRecording } from "./record-state.ts";
import { type Recording, recordingName, recordingType } from "./recording.ts";
import { sendRecording } from "./send-recording.ts";

const FLICKS_PER_MS = FLICKS_PER_SECOND / 1_000;
/** A recorder's own clock may be behind ours by this: no clip may promise more than its file has. */
const MARGIN_MS = 150;
const SHORTEST_MS = 200;

/** Sends a recording to the library; a voice-over goes onto the timeline of its project as well. */
export function useSendRecording() {
  const env = useEnv();
  const uploader = useUploader();
  const userId = useAccount()?.user.id ?? "";
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  const place = (recording: Recording, assetId: string) => {
    const { journal, role } = env.store.getState();
    const { clips } = journal.document;
    const there = Object.values(clips).some((c) => c.kind === "media" && c.assetId === assetId);
    const here = open.current && recording.projectId === env.projectId;
    if (recording.kind !== "voice" || !here || there || role === "reader") return;
    const lengthMs = Math.max(SHORTEST_MS, recording.lengthMs - MARGIN_MS);
    const durationFlicks = lengthMs * FLICKS_PER_MS;
    const file = { assetId, name: recording.fileName, durationFlicks };
    runPlan(env, placeRecording(situationOf(env), file, recording.startFlicks));
  };
  return async (recording: Recording) => {
    await sendRecording(recording, uploader, {
      onAsset: (assetId) => place(recording, assetId),
      onEnd: () => void findLeft(userId),
    });
    await findLeft(userId);
  };
}

/** Asks before a page that records is left; a project that is closed keeps what was recorded. */
function useSafeLeaving(userId: string): void {
  useEffect(() => {
    void findLeft(userId);
    const onLeave = (event: BeforeUnloadEvent) => {
      if (isRecording()) event.preventDefault();
    };
    window.addEventListener("beforeunload", onLeave);
    return () => {
      window.removeEventListener("beforeunload", onLeave);
      useRecording.getState().leave();
    };
  }, [userId]);
}

/** Begins recordings of the open project. */
export function useRecordControl(): (begin: Begin) => Promise<void> {
  const t = useT("record");
  const env = useEnv();
  const userId = useAccount()?.user.id ?? "";
  const send = useSendRecording();
  const latest = useRef({ t, send });
  useEffect(() => {
    latest.current = { t, send };
  });
  useSafeLeaving(userId);
  return useMemo(() => {
    const host: RecordHost = {
      describe: (kind) => {
        const isSupported = (one: string) => MediaRecorder.isTypeSupported(one);
        const mimeType = recordingType(kind, isSupported) ?? "";
        const word = latest.current.t(`names.${kind}`);
        return {
          id: env.newId(),
          userId,
          projectId: env.projectId,
          kind,
          fileName: recordingName(word, new Date(), mimeType),
          mimeType,
          startedAtMs: Date.now(),
          startFlicks: env.store.getState().playheadFlicks,
          lengthMs: 0,
        };
      },
      play: (on) => env.store.getState().setPlaying(on),
      keep: (recording) => latest.current.send(recording),
      endedEarly: (why) => notifyFailure(latest.current.t(`early.${why}`)),
    };
    return (begin) => beginRecording(begin, host);
  }, [env, userId]);
}
