/** The right colours are those that Little CMS 2 gives for the same profiles. */
import { describe, expect, test } from "vitest";
import { colourProfile } from "../testing/colour-profiles.ts";
import type { ProfileName } from "../testing/colour-profiles.ts";
import { readIccProfile } from "./icc-profile.ts";
import { createSrgbConverter, isSrgb, spaceOfCodes } from "./rgb-space.ts";
import type { RgbSpace } from "./rgb-space.ts";

type Colour = readonly [number, number, number];

function converted(space: RgbSpace | null, [r, g, b]: Colour): number[] {
  if (space === null) throw new Error("no space");
  const pixel = Uint16Array.of(r * 257, g * 257, b * 257, 0x8080);
  return [...createSrgbConverter(space)(pixel)];
}

describe("an ICC profile of a matrix and curves", () => {
  test.each<[ProfileName, Colour, Colour]>([
    ["display-p3", [234, 51, 35], [255, 0, 0]],
    ["display-p3", [200, 120, 80], [213, 115, 70]],
    ["display-p3", [179, 70, 26], [194, 60, 0]],
    ["adobe-rgb", [219, 0, 0], [255, 0, 0]],
    ["adobe-rgb", [60, 140, 90], [0, 141, 86]],
    ["adobe-rgb", [128, 128, 128], [129, 129, 129]],
    ["prophoto", [60, 140, 90], [0, 170, 99]],
    ["prophoto", [128, 128, 128], [146, 146, 146]],
  ])("makes the sRGB of %s %j that others make of it, and keeps alpha", (name, from, to) => {
    expect(converted(readIccProfile(colourProfile(name)), from)).toEqual([...to, 128]);
  });

  test("that says sRGB in its own words leaves a picture as it is", () => {
    const space = readIccProfile(colourProfile("srgb"));
    expect(space !== null && isSrgb(space)).toBe(true);
    expect(isSrgb(readIccProfile(colourProfile("display-p3")) as RgbSpace)).toBe(false);
  });

  test("that is cut off, of another kind or without an end is none, and no crash", () => {
    const whole = colourProfile("display-p3");
    for (let length = 0; length < whole.length; length += 7) {
      expect(readIccProfile(whole.subarray(0, length))).toBeNull();
    }
    const press = Buffer.from(whole);
    press.write("CMYKLab ", 16, "latin1");
    expect(readIccProfile(press)).toBeNull();
    const table = Buffer.from(whole);
    table.write("mft2", whole.indexOf("para"), "latin1");
    expect(readIccProfile(table)).toBeNull();
  });
});

test("code points of H.273 name the same spaces", () => {
  expect(converted(spaceOfCodes(12, 13), [200, 120, 80])).toEqual([213, 115, 70, 128]);
  expect(converted(spaceOfCodes(9, 1), [128, 128, 128])).toEqual([128, 128, 128, 128]);
  expect(converted(spaceOfCodes(1, 8), [55, 55, 55])).toEqual([128, 128, 128, 128]);
  for (const primaries of [1, 2, 6]) expect(spaceOfCodes(primaries, 13)).toBeNull();
});
