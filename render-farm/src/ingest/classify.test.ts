import { FLICKS_PER_SECOND } from "@cutroom/timeline";
import { describe, expect, test } from "vitest";
import { checkClaims, chooseStreams } from "./choose-streams.ts";
import { classify } from "./classify.ts";
import type { Measured } from "./classify.ts";
import { masterArgs } from "./master.ts";
import { parseProbe } from "./probe.ts";
import type { AudioScan, VideoScan } from "./scan.ts";

const LIMITS = { max_pixels: 40_000_000, max_duration_ms: 3_600_000, max_streams: 8 };

const H264 = {
  index: 0,
  codec_type: "video",
  codec_name: "h264",
  pix_fmt: "yuv420p",
  width: 1_280,
  height: 720,
  sample_aspect_ratio: "1:1",
  field_order: "progressive",
  r_frame_rate: "30/1",
  avg_frame_rate: "30/1",
  time_base: "1/15360",
  nb_frames: "60",
};
const AAC = {
  index: 1,
  codec_type: "audio",
  codec_name: "aac",
  sample_rate: "48000",
  channels: 2,
  time_base: "1/48000",
  r_frame_rate: "0/0",
  duration: "2.0",
};
const SCAN: VideoScan = {
  ticks: Array.from({ length: 60 }, (_, index) => index * 512),
  undated: 0,
  lastDuration: 512,
  interlaced: 0,
  sizes: 1,
  rotationDeg: 0,
  errors: [],
};
const HEARD: AudioScan = { startS: 0, endS: 2.005, maxGapS: 0, errors: [] };

interface Change {
  readonly video?: Record<string, unknown> | null;
  readonly audio?: Record<string, unknown> | null;
  readonly scan?: Partial<VideoScan>;
  readonly heard?: Partial<AudioScan> | null;
  readonly over?: Partial<Measured>;
}

/** A clean 2 s clip, changed in one way. */
function clip({ video = {}, audio = {}, scan = {}, heard = {}, over = {} }: Change = {}): Measured {
  const streams = [
    ...(video === null ? [] : [{ ...H264, ...video }]),
    ...(audio === null ? [] : [{ ...AAC, ...audio }]),
  ];
  const probe = parseProbe(
    JSON.stringify({ streams, format: { start_time: "0.0", duration: "2.0" } }),
  );
  const chosen = chooseStreams(probe);
  return {
    container: "mov",
    probe,
    limits: LIMITS,
    transparent: false,
    space: null,
    video: chosen.video === null ? null : { stream: chosen.video, scan: { ...SCAN, ...scan } },
    sounds: chosen.sounds.map((stream) => ({
      stream,
      scan: heard === null ? null : { ...HEARD, ...heard },
    })),
    ...over,
  };
}

function planned(change?: Change) {
  const plan = classify(clip(change));
  if (!plan.ok) throw new Error(plan.failure.internal);
  return plan.value;
}

describe("classify", () => {
  test("a clean clip is its own master; codec padding does not lengthen it (F05)", () => {
    const { reasons, facts, warnings } = planned();
    expect([reasons, warnings]).toEqual([[], []]);
    expect(facts).toMatchObject({ kind: "video", duration: 2 * FLICKS_PER_SECOND });
    expect(facts.video).toMatchObject({ frameCount: 60, matrix: "bt709", range: "tv" });
  });

  test("untagged pictures below 720 lines are BT.601 and stay their own master", () => {
    const { reasons, facts } = planned({ video: { width: 640, height: 360 } });
    expect([reasons, facts.video?.matrix]).toEqual([[], "bt601"]);
  });

  test.each<[string, Change]>([
    ["pixels yuv422p10le", { video: { pix_fmt: "yuv422p10le" } }],
    ["codec hevc", { video: { codec_name: "hevc" } }],
    ["container matroska", { over: { container: "matroska" } }],
    ["matrix bt601", { video: { color_space: "smpte170m" } }],
    ["full range", { video: { color_range: "pc" } }],
    ["high dynamic range", { video: { color_transfer: "smpte2084" } }],
    ["variable frame rate", { scan: { ticks: [0, 512, 2_048, 2_200] } }],
    [
      "a clock too coarse to seek by",
      {
        video: { time_base: "1/30" },
        scan: { ticks: Array.from({ length: 60 }, (_, index) => index), lastDuration: 1 },
      },
    ],
    ["frames without a time", { scan: { undated: 3 } }],
    [
      "does not start at 0",
      {
        scan: { ticks: SCAN.ticks.map((tick) => tick + 153_600) },
        heard: { startS: 10, endS: 12 },
      },
    ],
    ["edit list", { video: { nb_frames: "90" } }],
    ["rotation", { video: { side_data_list: [{ rotation: -90 }] } }],
    ["pixel aspect 2:1", { video: { sample_aspect_ratio: "2:1" } }],
    ["size", { video: { width: 321 } }],
    ["size changes", { scan: { sizes: 2 } }],
    ["interlaced", { video: { field_order: "tt" } }],
    ["decode errors", { scan: { errors: ["error while decoding MB"] } }],
    ["6 channels", { audio: { channels: 6 } }],
    ["sound at 44100 Hz", { audio: { sample_rate: "44100" } }],
    ["sound starts off the picture", { heard: { startS: 0.5, endS: 2.5 } }],
    ["gaps in the sound", { heard: { maxGapS: 0.2 } }],
  ])("%s needs a master", (reason, change) => {
    expect(planned(change).reasons).toContain(reason);
  });

  test("the master is described, not the upload: BT.709, 48 kHz stereo", () => {
    const { facts } = planned({
      video: { color_space: "bt470bg" },
      audio: { sample_rate: "44100" },
    });
    expect(facts.video).toMatchObject({ matrix: "bt709", range: "tv" });
    expect(facts.audio).toMatchObject({ sampleRate: 48_000, channels: 2, startsAt: 0 });
  });

  test("rotation swaps the sides, odd sides become even, wide pixels become square (F16, F17, F19)", () => {
    const size = (change: Change) => {
      const { video } = planned(change).facts;
      return [video?.width, video?.height];
    };
    expect(size({ video: { side_data_list: [{ rotation: -90 }] } })).toEqual([720, 1_280]);
    expect(size({ video: { side_data_list: [{ rotation: 180 }] } })).toEqual([1_280, 720]);
    expect(size({ video: { width: 321, height: 181 } })).toEqual([322, 182]);
    expect(size({ video: { width: 160, height: 180, sample_aspect_ratio: "2:1" } })).toEqual([
      320, 180,
    ]);
  });

  test("late sound is content, an encoder's delay is not, a long lead holds the first frame", () => {
    expect(planned({ heard: { startS: 0.5, endS: 2.5 } }).facts.duration).toBe(
      2.5 * FLICKS_PER_SECOND,
    );
    const delayed = planned({ heard: { startS: -0.021, endS: 2 } });
    expect([delayed.originS, delayed.facts.video?.frameCount]).toEqual([0, 60]);
    const led = planned({ heard: { startS: -0.2, endS: 1.8 } });
    expect(led.originS).toBeCloseTo(-0.2);
    expect(led.facts.video?.frameCount).toBe(66);
  });

  test("sound longer than the picture counts (F01)", () => {
    const { facts } = planned({ audio: { duration: "3.0" }, heard: { endS: 3 } });
    expect([facts.duration, facts.video?.frameCount]).toEqual([3 * FLICKS_PER_SECOND, 60]);
  });

  test("a picture beside sound is a cover, not a video (F12)", () => {
    const { kind, facts } = planned({ video: { disposition: { attached_pic: 1 } } });
    expect([kind, facts.video]).toEqual(["audio", null]);
  });

  test("sound that cannot be decoded is left out with a warning", () => {
    const { facts, warnings } = planned({ heard: null });
    expect([facts.audio, warnings]).toEqual([null, ["sound-not-decodable"]]);
  });
});

describe("classify refuses", () => {
  test.each<[string, Change]>([
    ["TRUNCATED", { scan: { errors: ["stream 0, offset 0x1: partial file"] } }],
    ["TRUNCATED", { video: { nb_frames: "200" }, scan: { errors: ["a", "b", "c"] } }],
    ["CORRUPT", { scan: { ticks: [] }, audio: null }],
    ["CORRUPT", { scan: { errors: Array.from({ length: 80 }, () => "invalid NAL") } }],
    ["PIXEL_LIMIT", { video: { sample_aspect_ratio: "1000:1" } }],
    ["DURATION_LIMIT", { heard: { endS: 4_000 } }],
  ])("as %s, for good", (code, change) => {
    expect(classify(clip(change))).toMatchObject({
      ok: false,
      failure: { code, retryable: false },
    });
  });

  test("claims over the limits before anything is decoded (F130)", () => {
    const { probe } = clip({ video: { width: 16_000, height: 16_000 } });
    expect(checkClaims(probe, LIMITS)).toMatchObject({ failure: { code: "PIXEL_LIMIT" } });
    const two = clip().probe;
    expect(checkClaims(two, { ...LIMITS, max_streams: 1 })).toMatchObject({
      failure: { code: "STREAM_LIMIT" },
    });
    expect(checkClaims(two, { ...LIMITS, max_duration_ms: 1_000 })).toMatchObject({
      failure: { code: "DURATION_LIMIT" },
    });
    expect(checkClaims(parseProbe("{}"), LIMITS)).toMatchObject({ failure: { code: "NOT_MEDIA" } });
  });
});

describe("the master's arguments", () => {
  const source = { container: "mov", fileName: "source.bin", maxPixels: 40_000_000 } as const;

  test("force the demuxer, forbid every protocol but files, and copy no tag (F126, F137)", () => {
    const { args } = masterArgs(planned({ video: { width: 321 } }), source);
    const after = (name: string) => args[args.indexOf(name) + 1];
    expect([after("-f"), after("-protocol_whitelist"), after("-format_whitelist")]).toEqual([
      "mov",
      "file",
      "mov",
    ]);
    expect([after("-max_pixels"), after("-map_metadata"), after("-map_chapters")]).toEqual([
      "40000000",
      "-1",
      "-1",
    ]);
  });

  test("hold exactly the planned frames and samples", () => {
    const { args } = masterArgs(
      planned({ scan: { ticks: SCAN.ticks.map((tick) => tick + 512) } }),
      source,
    );
    expect(args.join(" ")).toMatch(
      /setpts=PTS-\(0\.033333333\)\/TB,fps=fps=30\/1:round=near:start_time=0/,
    );
    expect(args.join(" ")).toContain("trim=end_frame=60");
  });
});
