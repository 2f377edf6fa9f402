import { expect, it } from "vitest";
import { readThumbnailCue } from "./thumbnail-cue.ts";

it("a cue names a sheet and a place on it; another text names nothing", () => {
  expect(readThumbnailCue("https://s.example/a.jpg?x=1#xywh=160,90,160,90\n")).toEqual({
    url: "https://s.example/a.jpg?x=1",
    x: 160,
    y: 90,
    width: 160,
    height: 90,
  });
  expect(readThumbnailCue("a.jpg#xywh=pixel:0,0,1,1")?.width).toBe(1);
  for (const text of ["hello", "a.jpg", "a.jpg#xywh=1,2,3", "a.jpg#xywh=0,0,0,0"]) {
    expect(readThumbnailCue(text)).toBeNull();
  }
});
