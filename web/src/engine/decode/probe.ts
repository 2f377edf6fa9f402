/** Which way this browser can give frames and sound. Asked once. */
export interface DecodeAbility {
  /** `element`: seeks a `<video>`, which is slower and not exact in every browser. */
  readonly frames: "webcodecs" | "element";
  /** Without it the live picture is silent. */
  readonly sound: boolean;
}

/** What ingest's proxies are made of. */
const PROXY_VIDEO = { codec: "avc1.64001e", codedWidth: 640, codedHeight: 360 };
const PROXY_AUDIO = { codec: "mp4a.40.2", sampleRate: 48_000, numberOfChannels: 2 };

export async function probeDecoding(): Promise<DecodeAbility> {
  const [video, audio] = await Promise.all([supportsVideo(), supportsAudio()]);
  return { frames: video ? "webcodecs" : "element", sound: audio };
}

async function supportsVideo(): Promise<boolean> {
  if (typeof VideoDecoder === "undefined") return false;
  try {
    return (await VideoDecoder.isConfigSupported(PROXY_VIDEO)).supported === true;
  } catch {
    // Some Safari versions throw instead of answering.
    return false;
  }
}

async function supportsAudio(): Promise<boolean> {
  if (typeof AudioDecoder === "undefined") return false;
  try {
    return (await AudioDecoder.isConfigSupported(PROXY_AUDIO)).supported === true;
  } catch {
    return false;
  }
}
