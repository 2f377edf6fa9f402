/** Pure: what the numbers of a HEIF picture mean, by its container and its bitstream. */
import type { ColourCodes, HeifPicture } from "../heif/heif-picture.ts";
import { sourceColour } from "./colour.ts";
import type { SourceColour } from "./colour.ts";
import { readIccProfile } from "./icc-profile.ts";
import type { ProbeStream } from "./probe.ts";
import { isSrgb, spaceOfCodes } from "./rgb-space.ts";
import type { RgbSpace } from "./rgb-space.ts";

export interface HeifColour {
  readonly colour: SourceColour;
  /** Its primaries are those of Display P3. */
  readonly isP3: boolean;
  /** Null: what `colour` makes of it is sRGB. */
  readonly space: RgbSpace | null;
}

/** FFmpeg's names of the code points that matter here. */
const MATRICES: Readonly<Record<number, string>> = { 0: "gbr", 1: "bt709", 9: "bt2020nc" };
const TRANSFERS: Readonly<Record<number, string>> = {
  4: "bt470m",
  5: "bt470bg",
  8: "linear",
  16: "smpte2084",
  18: "arib-std-b67",
};
const PRIMARIES: Readonly<Record<number, string>> = { 9: "bt2020", 12: "smpte432" };

const codeOf = (names: Readonly<Record<number, string>>, name: string | undefined) =>
  Number(Object.entries(names).find(([, one]) => one === name)?.[0] ?? 2);

/** The stream with the container's word in place of its own; BT.601 where neither says (MIAF 7.3.6.4). */
function described(stream: ProbeStream, codes: ColourCodes | null): ProbeStream {
  const own = stream.color_space ?? "unknown";
  if (codes === null) return { ...stream, color_space: own === "unknown" ? "smpte170m" : own };
  return {
    ...stream,
    color_space: MATRICES[codes.matrix] ?? "smpte170m",
    color_transfer: TRANSFERS[codes.transfer] ?? "iec61966-2-1",
    color_primaries: PRIMARIES[codes.primaries] ?? "bt709",
    color_range: codes.isFullRange ? "pc" : "tv",
  };
}

/** A profile outweighs code points; high dynamic range is brought down where it is decoded. */
export function heifColour(picture: HeifPicture, stream: ProbeStream): HeifColour {
  const said = described(stream, picture.codes);
  const colour = sourceColour(said);
  const primaries = codeOf(PRIMARIES, said.color_primaries);
  const meant = { colour, isP3: primaries === 12 };
  if (colour.transfer !== "sdr") return { ...meant, space: null };
  const profile = picture.profile === null ? null : readIccProfile(picture.profile);
  if (profile !== null) return { ...meant, space: isSrgb(profile) ? null : profile };
  return { ...meant, space: spaceOfCodes(primaries, codeOf(TRANSFERS, said.color_transfer)) };
}
