import { expect, test } from "vitest";
import { thumbnailTrack } from "./thumbnail-track.ts";

const SHEET = {
  url: "https://s.example/strip.jpg?sig=a&e=1",
  tile_width: 160,
  tile_height: 90,
  columns: 10,
  count: 12,
  interval_ms: 400_000,
};

test("every picture is a cue with its place on the sheet, and the last one stands to the end (M2)", () => {
  const blocks = thumbnailTrack(SHEET, 4_500_250).trimEnd().split("\n\n");
  expect(blocks[0]).toBe("WEBVTT");
  expect(blocks).toHaveLength(13);
  expect(blocks[1]).toBe(
    "00:00:00.000 --> 00:06:40.000\nhttps://s.example/strip.jpg?sig=a&e=1#xywh=0,0,160,90",
  );
  expect(blocks[11]).toContain("01:06:40.000 --> 01:13:20.000");
  expect(blocks[11]).toContain("#xywh=0,90,160,90");
  expect(blocks[12]).toContain("01:13:20.000 --> 01:15:00.250");
});

test("a film shorter than its last picture's time still has a cue that lasts", () => {
  expect(thumbnailTrack({ ...SHEET, count: 1 }, 0)).toContain("00:00:00.000 --> 00:00:00.001");
});
