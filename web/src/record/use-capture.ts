"use client";
import { useEffect, useState } from "react";
import {
  type Captured,
  type DeviceChoice,
  canRecord,
  listDevices,
  openDevices,
  openScreen,
} from "./capture.ts";
import { type CaptureFailure, type RecordKind, captureFailure } from "./recording.ts";

type View =
  | { readonly status: "asking" }
  | { readonly status: "idle" }
  | { readonly status: "failed"; readonly failure: CaptureFailure }
  | { readonly status: "open"; readonly captured: Captured };

interface Devices {
  readonly microphones: readonly MediaDeviceInfo[];
  readonly cameras: readonly MediaDeviceInfo[];
}

/** Names of devices, also of those that are plugged in later; `isOpen`: they are told by then. */
function useDevices(isOpen: boolean): Devices {
  const [devices, setDevices] = useState<Devices>({ microphones: [], cameras: [] });
  useEffect(() => {
    if (!isOpen) return undefined;
    const list = async () => {
      const [microphones, cameras] = await Promise.all([
        listDevices("audioinput"),
        listDevices("videoinput"),
      ]);
      setDevices({ microphones, cameras });
    };
    void list();
    navigator.mediaDevices.addEventListener("devicechange", list);
    return () => navigator.mediaDevices.removeEventListener("devicechange", list);
  }, [isOpen]);
  return devices;
}

/**
 * The microphone or camera that the dialog shows, opened anew with every choice and let go with
 * it, but for a stream that was taken over. A screen is asked for when the recording begins.
 */
export function useCapture(kind: RecordKind) {
  const [choice, setChoice] = useState<DeviceChoice>({ microphoneId: null, cameraId: null });
  const [view, setView] = useState<View>({ status: "asking" });
  useEffect(() => {
    let gone = false;
    let mine: Captured | null = null;
    const open = async () => {
      if (!canRecord(kind)) return setView({ status: "failed", failure: "unsupported" });
      if (kind === "screen") return setView({ status: "idle" });
      setView({ status: "asking" });
      try {
        mine = await openDevices(kind, choice);
        if (gone) mine.stop();
        else setView({ status: "open", captured: mine });
      } catch (error) {
        if (!gone) setView({ status: "failed", failure: captureFailure(error) });
      }
    };
    void open();
    return () => {
      gone = true;
      if (mine !== null && !taken.has(mine.stream)) mine.stop();
    };
  }, [kind, choice]);

  /** What to record: the person's screen, or what is shown; null when they did not allow it. */
  const take = async (withMicrophone: boolean): Promise<Captured | null> => {
    if (kind !== "screen") {
      if (view.status !== "open") return null;
      taken.add(view.captured.stream);
      return view.captured;
    }
    try {
      return await openScreen(withMicrophone);
    } catch (error) {
      setView({ status: "failed", failure: captureFailure(error) });
      return null;
    }
  };
  const devices = useDevices(view.status === "open");
  // The same choice as a new object opens the devices anew.
  const again = () => setChoice({ ...choice });
  return { view, devices, choice, setChoice, again, take };
}

/** Streams that a recording has now: closing the dialog must not end them. */
const taken = new WeakSet<MediaStream>();
