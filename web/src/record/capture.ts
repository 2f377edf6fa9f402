/** Microphone, camera and screen as one stream. Every function throws what the browser threw. */
import type { RecordKind } from "./recording.ts";

export interface DeviceChoice {
  readonly microphoneId: string | null;
  readonly cameraId: string | null;
}

const CAMERA = { width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 30 } };

/** What is being captured, and how to let go of all of it. */
export interface Captured {
  readonly stream: MediaStream;
  readonly stop: () => void;
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** The microphone, with the camera when `kind` is that. Asks the person the first time. */
export async function openDevices(
  kind: Exclude<RecordKind, "screen">,
  { microphoneId, cameraId }: DeviceChoice,
): Promise<Captured> {
  const chosen = cameraId === null ? {} : { deviceId: { exact: cameraId } };
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: microphoneId === null ? true : { deviceId: { exact: microphoneId } },
    video: kind === "camera" ? { ...CAMERA, ...chosen } : false,
  });
  return { stream, stop: () => stopTracks(stream) };
}

/** The picture of `screen` with both sounds as one track. */
function mixed(screen: MediaStream, voice: MediaStream): Captured {
  const context = new AudioContext();
  const target = context.createMediaStreamDestination();
  for (const sound of [screen, voice]) {
    if (sound.getAudioTracks().length > 0) context.createMediaStreamSource(sound).connect(target);
  }
  const stream = new MediaStream([...screen.getVideoTracks(), ...target.stream.getAudioTracks()]);
  const stop = () => {
    for (const one of [stream, screen, voice]) stopTracks(one);
    void context.close();
  };
  return { stream, stop };
}

/** A screen, window or tab that the person picks, with its sound, and the microphone if wished. */
export async function openScreen(withMicrophone: boolean): Promise<Captured> {
  const screen = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: true });
  const stop = () => stopTracks(screen);
  if (!withMicrophone) return { stream: screen, stop };
  try {
    return mixed(screen, await navigator.mediaDevices.getUserMedia({ audio: true }));
  } catch (error) {
    stop();
    throw error;
  }
}

/** What can be chosen; names are known once the person has allowed one. */
export async function listDevices(kind: "audioinput" | "videoinput") {
  const all = await navigator.mediaDevices.enumerateDevices();
  return all.filter((device) => device.kind === kind && device.deviceId !== "");
}

/** Whether this page can record at all: not over plain HTTP from another machine. */
export function canRecord(kind: RecordKind): boolean {
  const devices: Partial<MediaDevices> | undefined = navigator.mediaDevices;
  if (devices === undefined || typeof MediaRecorder === "undefined") return false;
  return kind === "screen" ? devices.getDisplayMedia !== undefined : true;
}
