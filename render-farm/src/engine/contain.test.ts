import { openArgs } from "@cutroom/compiler";
import { describe, expect, test } from "vitest";
import { openSource } from "../ingest/open-source.ts";
import { DEMUXERS } from "../ingest/sniff.ts";
import type { Container } from "../ingest/sniff.ts";
import { contain } from "./contain.ts";

const MOV = [...openArgs("master-0.mov"), "-i", "master-0.mov"];

describe("contain", () => {
  test("F135: every way in which the farm opens files is let through, with its limits", () => {
    for (const container of Object.keys(DEMUXERS) as Container[]) {
      const args = contain(openSource(container, "source.bin", { maxPixels: 9 }));
      expect(args.filter((arg) => arg === "-max_pixels")).toHaveLength(1);
    }
    const two = contain(["-v", "error", ...MOV, ...MOV, "-f", "null", "-"]);
    expect(two.slice(0, 1)).toEqual(["-max_alloc"]);
    expect(two.filter((arg) => arg === "-max_pixels")).toHaveLength(2);
    expect(two.slice(-3)).toEqual(["-f", "null", "-"]);
  });

  test.each([
    ["no demuxer", ["-protocol_whitelist", "file", "-i", "a.mp4"]],
    ["every protocol", ["-f", "mov", "-i", "a.mp4"]],
    ["the network", ["-protocol_whitelist", "file,http", "-f", "mov", "-i", "a.mp4"]],
    ["a playlist", ["-protocol_whitelist", "file", "-f", "hls", "-i", "a.mp4"]],
    ["a script of filters", ["-protocol_whitelist", "file", "-f", "lavfi", "-i", "a.mp4"]],
    ["a list of any files", ["-protocol_whitelist", "file", "-f", "concat", "-i", "a.txt"]],
    ["another directory", [...openArgs("a.mov"), "-i", "../b/a.mov"]],
    ["an address", [...openArgs("a.mov"), "-i", "http://a/b.mov"]],
    ["a bare second input", [...MOV, "-i", "b.mov"]],
  ])("F135: %s is refused before anything runs", (_, args) => {
    expect(() => contain(args)).toThrow(TypeError);
  });
});
