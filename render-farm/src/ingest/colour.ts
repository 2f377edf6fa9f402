/** What the numbers of a picture mean, and the filters that bring them to BT.709, limited range. */
import type { ProbeStream } from "./probe.ts";

export interface SourceColour {
  readonly matrix: "bt709" | "bt601" | "bt2020" | "rgb";
  readonly range: "tv" | "pc";
  readonly transfer: "sdr" | "hlg" | "pq";
  /** True when the file says BT.601 or BT.709 itself, false when the height decided. */
  readonly tagged: boolean;
}

const BT601 = new Set(["smpte170m", "bt470bg", "bt470m", "fcc", "smpte240m"]);
/** Untagged pictures with at least this many lines are taken as BT.709. */
const HD_LINES = 720;

const RGB_FORMAT = /^(rgb|bgr|argb|abgr|gbr|0rgb|0bgr|pal8|rgba|bgra|monow|monob|x2rgb)/;
const GRAY_FORMAT = /^(gray|ya)/;

export function sourceColour(stream: ProbeStream): SourceColour {
  const format = stream.pix_fmt ?? "";
  const transfers = { "arib-std-b67": "hlg", smpte2084: "pq" } as const;
  const transfer = transfers[stream.color_transfer as keyof typeof transfers] ?? "sdr";
  if (RGB_FORMAT.test(format)) return { matrix: "rgb", range: "pc", transfer, tagged: true };
  const isFull = stream.color_range === "pc" || format.startsWith("yuvj");
  const range = isFull || (GRAY_FORMAT.test(format) && stream.color_range !== "tv") ? "pc" : "tv";
  const space = stream.color_space ?? "unknown";
  if (space.startsWith("bt2020")) return { matrix: "bt2020", range, transfer, tagged: true };
  if (space === "bt709") return { matrix: "bt709", range, transfer, tagged: true };
  if (BT601.has(space)) return { matrix: "bt601", range, transfer, tagged: true };
  const matrix = (stream.height ?? 0) >= HD_LINES ? "bt709" : "bt601";
  return { matrix, range, transfer, tagged: false };
}

export const SCALER = "flags=bicubic+accurate_rnd+full_chroma_int+bitexact";

/**
 * Filters to BT.709, limited range, `format`, at `width` x `height`. High dynamic range is
 * tone-mapped here and nowhere else, because its filters differ between engines.
 */
export function toBt709(
  colour: SourceColour,
  size: { readonly width: number; readonly height: number },
  format: string,
): string[] {
  const scale = `scale=w=${size.width}:h=${size.height}`;
  if (colour.transfer !== "sdr") {
    return [
      `zscale=tin=${colour.transfer === "hlg" ? "arib-std-b67" : "smpte2084"}:min=2020_ncl:pin=2020:t=linear:npl=203`,
      "format=gbrpf32le",
      "zscale=p=709",
      "tonemap=hable:desat=0",
      "zscale=t=709:m=709:r=tv",
      "format=yuv420p",
      `${scale}:${SCALER}`,
      `format=${format}`,
    ];
  }
  if (colour.matrix === "bt2020") {
    return [
      `zscale=min=2020_ncl:pin=2020:tin=2020_10:m=709:p=709:t=709:r=tv`,
      "format=yuv420p",
      `${scale}:${SCALER}`,
      `format=${format}`,
    ];
  }
  const from =
    colour.matrix === "rgb" ? "" : `in_color_matrix=${colour.matrix}:in_range=${colour.range}:`;
  return [`${scale}:${from}out_color_matrix=bt709:out_range=tv:${SCALER}`, `format=${format}`];
}

/** The same for a still in full-range RGB, which stays RGB. */
export function toneMapStill(transfer: "hlg" | "pq", isP3: boolean): string[] {
  const curve = transfer === "hlg" ? "arib-std-b67" : "smpte2084";
  const primaries = isP3 ? "smpte432" : "bt2020";
  return [
    "format=gbrp16",
    `setparams=range=pc:colorspace=gbr:color_trc=${curve}:color_primaries=${primaries}`,
    "zscale=t=linear:npl=203",
    "format=gbrpf32le",
    "zscale=p=709",
    "tonemap=hable:desat=0",
    "zscale=t=709",
  ];
}

/** Tags for every H.264 and VP9 file we make. */
export const BT709_TAGS = [
  "-colorspace",
  "bt709",
  "-color_primaries",
  "bt709",
  "-color_trc",
  "bt709",
  "-color_range",
  "tv",
];
