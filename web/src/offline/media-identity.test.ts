import { describe, expect, it } from "vitest";
import { mediaIdentity } from "./media-identity.ts";

const STORE = "http://127.0.0.1:9000/cutroom/tenant_a";

describe("what is kept of the store", () => {
  it("is one object however its link was signed", () => {
    const proxy = `${STORE}/steps/step_1/2/proxy.mp4`;
    expect(mediaIdentity(`${proxy}?X-Amz-Signature=aa&X-Amz-Date=1`)).toBe(proxy);
    expect(mediaIdentity(`${proxy}?X-Amz-Signature=bb&X-Amz-Date=2`)).toBe(proxy);
  });

  it("is what the editor looks at, each attempt for itself", () => {
    for (const name of [
      "proxy.mp4",
      "poster.jpg",
      "filmstrip.jpg",
      "peaks.dat",
      "subtitles-0.vtt",
    ]) {
      expect(mediaIdentity(`${STORE}/steps/step_1/1/${name}`)).not.toBeNull();
    }
    expect(mediaIdentity(`${STORE}/steps/step_1/1/proxy.mp4`)).not.toBe(
      mediaIdentity(`${STORE}/steps/step_1/2/proxy.mp4`),
    );
  });

  it("is no original, master, export, page or call", () => {
    for (const address of [
      `${STORE}/assets/asset_1/original`,
      `${STORE}/steps/step_1/1/master.mp4`,
      `${STORE}/steps/step_1/1/video.mp4`,
      "http://127.0.0.1:3000/projects/project_1",
      "http://127.0.0.1:8787/v1/assets",
    ]) {
      expect(mediaIdentity(address)).toBeNull();
    }
  });
});
