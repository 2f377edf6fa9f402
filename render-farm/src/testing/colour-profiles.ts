/** ICC profiles as cameras write them, and pictures that carry one. */
import { crc32, deflateSync } from "node:zlib";

interface Described {
  /** Red, green and blue as XYZ under D50. */
  readonly colorants: readonly (readonly [number, number, number])[];
  readonly curve: Buffer;
}

function words(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries())
    buffer.writeInt32BE(Math.round(value * 65_536), at * 4);
  return buffer;
}

const tag = (name: string, body: Buffer) =>
  Buffer.concat([Buffer.from(`${name}\0\0\0\0`, "latin1"), body]);

/** The curve of sRGB as parameters (type 3). */
const PARAMETRIC = tag(
  "para",
  Buffer.concat([
    Buffer.from([0, 3, 0, 0]),
    words(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045),
  ]),
);
const gamma = (value: number) => tag("curv", Buffer.from([0, 0, 0, 1, value, (value % 1) * 256]));

const DESCRIBED = {
  "display-p3": {
    colorants: [
      [0.515_12, 0.2412, -0.001_05],
      [0.291_98, 0.692_25, 0.041_89],
      [0.1571, 0.066_57, 0.784_07],
    ],
    curve: PARAMETRIC,
  },
  "adobe-rgb": {
    colorants: [
      [0.609_74, 0.311_11, 0.019_47],
      [0.205_28, 0.625_67, 0.060_87],
      [0.149_19, 0.063_22, 0.744_57],
    ],
    curve: gamma(2.199_22),
  },
  prophoto: {
    colorants: [
      [0.797_67, 0.288_04, 0],
      [0.135_19, 0.711_88, 0],
      [0.031_34, 0.000_09, 0.824_91],
    ],
    curve: gamma(1.800_79),
  },
  srgb: {
    colorants: [
      [0.436_07, 0.222_49, 0.013_92],
      [0.385_15, 0.716_87, 0.097_08],
      [0.143_07, 0.060_61, 0.7141],
    ],
    curve: PARAMETRIC,
  },
} as const satisfies Readonly<Record<string, Described>>;
export type ProfileName = keyof typeof DESCRIBED;

export function colourProfile(name: ProfileName): Buffer {
  const { colorants, curve } = DESCRIBED[name];
  const xyz = colorants.map((colorant) => tag("XYZ ", words(...colorant)));
  const tags = [
    ...["rXYZ", "gXYZ", "bXYZ"].map((key, at) => [key, xyz[at] ?? Buffer.alloc(0)] as const),
    ...["rTRC", "gTRC", "bTRC"].map((key) => [key, curve] as const),
  ];
  const header = Buffer.alloc(132 + tags.length * 12);
  header.write("mntrRGB XYZ ", 12, "latin1");
  header.write("acsp", 36, "latin1");
  header.writeUInt32BE(tags.length, 128);
  let offset = header.length;
  for (const [at, [key, body]] of tags.entries()) {
    header.write(key, 132 + at * 12, "latin1");
    header.writeUInt32BE(offset, 136 + at * 12);
    header.writeUInt32BE(body.length, 140 + at * 12);
    offset += body.length;
  }
  header.writeUInt32BE(offset, 0);
  return Buffer.concat([header, ...tags.map(([, body]) => body)]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

function riffChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, "latin1");
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** In two segments, the second one first, as the format allows. */
function jpegSegments(profile: Buffer): Buffer[] {
  const half = Math.ceil(profile.length / 2);
  return [profile.subarray(half), profile.subarray(0, half)].map((part, at) => {
    const head = Buffer.from(`\xff\xe2\0\0ICC_PROFILE\0\0\x02`, "latin1");
    head.writeUInt16BE(part.length + head.length - 2, 2);
    head[16] = 2 - at;
    return Buffer.concat([head, part]);
  });
}

/** `picture` (a PNG, a JPEG or a lossless WebP without metadata, up to 256 wide) with `profile`. */
export function withProfile(picture: Buffer, profile: Buffer): Buffer {
  if (picture[0] === 0x89) {
    const chunk = pngChunk("iCCP", Buffer.concat([Buffer.from("icc\0\0"), deflateSync(profile)]));
    return Buffer.concat([picture.subarray(0, 33), chunk, picture.subarray(33)]);
  }
  if (picture[0] === 0xff) {
    return Buffer.concat([picture.subarray(0, 2), ...jpegSegments(profile), picture.subarray(2)]);
  }
  const bits = picture.readUInt32LE(21);
  const extended = Buffer.from([0x20, 0, 0, 0, bits & 255, 0, 0, (bits >>> 14) & 255, 0, 0]);
  const chunks = [riffChunk("VP8X", extended), riffChunk("ICCP", profile), picture.subarray(12)];
  return riffChunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...chunks]));
}
