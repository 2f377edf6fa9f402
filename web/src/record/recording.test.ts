import { describe, expect, it } from "vitest";
import { captureFailure, recordingName, recordingType } from "./recording.ts";

describe("a recording", () => {
  it("is of the best type that the browser knows, or of none", () => {
    expect(recordingType("voice", () => true)).toBe("audio/webm;codecs=opus");
    expect(recordingType("screen", (type) => type.includes("mp4"))).toBe("video/mp4");
    expect(recordingType("camera", () => false)).toBeNull();
  });

  it("is named after its time, with the ending of its type", () => {
    const at = new Date(2026, 0, 5, 8, 4, 9);
    expect(recordingName("Voice-over", at, "audio/webm;codecs=opus")).toBe(
      "Voice-over 2026-01-05 08.04.09.webm",
    );
    expect(recordingName("画外音", at, "audio/mp4")).toMatch(/^画外音 .*\.mp4$/);
  });

  it("that cannot begin says why", () => {
    const named = (name: string) => captureFailure(new DOMException("no", name));
    expect(named("NotAllowedError")).toBe("denied");
    expect(named("NotFoundError")).toBe("none");
    expect(named("NotReadableError")).toBe("busy");
    expect(captureFailure("?")).toBe("failed");
  });
});
