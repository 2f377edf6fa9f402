import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { zooFile } from "../testing/zoo.ts";
import { isCutOff } from "./completeness.ts";
import { pictureSize } from "./picture-header.ts";
import { sniff } from "./sniff.ts";

const text = (value: string) => new TextEncoder().encode(value);
const zoo = (name: string) => new Uint8Array(readFileSync(zooFile(name)));

describe("sniff", () => {
  test.each([
    ["baseline.mp4", "mov"],
    ["dropframe_2997.mov", "mov"],
    ["fragmented.mp4", "mov"],
    ["audio_only.m4a", "mov"],
    ["odd_321x181.webm", "matroska"],
    ["surround_51.mkv", "matroska"],
    ["start_at_10s.ts", "mpegts"],
    ["cover_art.mp3", "mp3"],
    ["mono_8k.wav", "wav"],
    ["audio_96k.flac", "flac"],
    ["alpha.png", "png"],
    ["exif_orientation6.jpg", "jpeg"],
  ])("knows %s as %s by its bytes", (name, container) => {
    expect(sniff(zoo(name))).toEqual({ ok: true, container });
  });

  test.each([
    ["zero_bytes.mp4", "EMPTY_FILE"],
    ["text_named.mp4", "NOT_MEDIA"],
    ["html_named.mp4", "NOT_MEDIA"],
    ["garbage.mp4", "NOT_MEDIA"],
    ["hls_local_file.mp4", "DISGUISED_PLAYLIST"],
    ["hls_ssrf.mp4", "DISGUISED_PLAYLIST"],
    ["concat_sibling.mp4", "DISGUISED_PLAYLIST"],
    ["animated.webp", "UNSUPPORTED_FORMAT"],
  ])("refuses %s as %s (F14, F125, F126, F138)", (name, code) => {
    expect(sniff(zoo(name))).toEqual({ ok: false, code });
  });

  test.each([
    ["\uFEFF\n  #EXTM3U\n", "DISGUISED_PLAYLIST"],
    ['<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash">', "DISGUISED_PLAYLIST"],
    ["[playlist]\nFile1=/etc/passwd", "DISGUISED_PLAYLIST"],
    ['<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">', "UNSUPPORTED_FORMAT"],
    ["<svg onload=alert(1)>", "UNSUPPORTED_FORMAT"],
    ["<!doctype html><title>x</title>", "NOT_MEDIA"],
    ["{}", "NOT_MEDIA"],
  ])("refuses the text %j as %s", (value, code) => {
    expect(sniff(text(value))).toEqual({ ok: false, code });
  });

  test("HEIC and AVIF are not video, a sequence of AVIF is", () => {
    expect(sniff(text("\0\0\0\u0018ftypavis\0\0\0\0"))).toEqual({ ok: true, container: "mov" });
    for (const brand of ["heic", "avif", "mif1"]) {
      const head = text(`\0\0\0\u0018ftyp${brand}\0\0\0\0`);
      expect(sniff(head)).toEqual({ ok: false, code: "UNSUPPORTED_FORMAT" });
    }
  });

  test("an animated PNG is told from a still one", () => {
    const still = zoo("alpha.png");
    const header = still.subarray(0, 33);
    const control = Uint8Array.from([
      0,
      0,
      0,
      8,
      ...text("acTL"),
      0,
      0,
      0,
      2,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
    ]);
    const animated = Uint8Array.from([...header, ...control, ...still.subarray(33)]);
    expect(sniff(animated)).toEqual({ ok: true, container: "apng" });
  });

  test("ADTS and MP3 frames are told apart, random high bytes are neither", () => {
    expect(sniff(Uint8Array.from([0xff, 0xf1, 0x50, 0x80, 0, 0]))).toMatchObject({
      container: "aac",
    });
    expect(sniff(Uint8Array.from([0xff, 0xfb, 0x90, 0x64, 0, 0]))).toMatchObject({
      container: "mp3",
    });
    expect(sniff(Uint8Array.from([0xff, 0xff, 0xff, 0xff]))).toEqual({
      ok: false,
      code: "NOT_MEDIA",
    });
  });
});

describe("the announced size of a picture", () => {
  test("is read before anything is decoded (F130)", () => {
    expect(pictureSize("png", zoo("huge_10000x10000.png"))).toEqual({
      width: 10_000,
      height: 10_000,
    });
    expect(pictureSize("png", zoo("alpha.png"))).toEqual({ width: 320, height: 180 });
    expect(pictureSize("jpeg", zoo("exif_orientation6.jpg"))).toEqual({ width: 320, height: 180 });
    expect(pictureSize("webp", zoo("animated.webp"))).toEqual({ width: 160, height: 90 });
  });

  test("is unknown, not a crash, when the header is cut off", () => {
    for (const length of [0, 3, 9, 12, 23]) {
      for (const container of ["png", "jpeg", "gif", "webp"] as const) {
        expect(() => pictureSize(container, zoo("alpha.png").subarray(0, length))).not.toThrow();
      }
    }
  });
});

describe("completeness", () => {
  const check = (container: "mov" | "matroska" | "wav", bytes: Uint8Array) =>
    isCutOff(
      container,
      (at, length) => Promise.resolve(bytes.subarray(at, at + length)),
      bytes.length,
    );

  test("whole files are whole, wherever their index is", async () => {
    for (const name of ["baseline.mp4", "moov_at_end.mp4", "fragmented.mp4", "audio_only.m4a"]) {
      expect(await check("mov", zoo(name))).toBe(false);
    }
    for (const name of ["webm_no_duration.webm", "surround_51.mkv", "negative_start.mkv"]) {
      expect(await check("matroska", zoo(name))).toBe(false);
    }
    expect(await check("wav", zoo("mono_8k.wav"))).toBe(false);
  });

  test("a missing index or a missing end is noticed (F10)", async () => {
    expect(await check("mov", zoo("truncated_no_moov.mp4"))).toBe(true);
    expect(await check("mov", zoo("moov_at_end.mp4").subarray(0, 30_000))).toBe(true);
    expect(await check("matroska", zoo("surround_51.mkv").subarray(0, 60_000))).toBe(true);
    expect(await check("wav", zoo("mono_8k.wav").subarray(0, 20_000))).toBe(true);
  });
});
