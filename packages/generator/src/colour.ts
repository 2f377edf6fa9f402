export type Rgb = readonly [red: number, green: number, blue: number];

export function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

export const clamp01 = (value: number) => (value < 0 ? 0 : value > 1 ? 1 : value);

export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}

/** 0 below `low`, 1 above `high`, smooth between. */
export function ramp(value: number, low: number, high: number): number {
  const share = clamp01((value - low) / (high - low));
  return share * share * (3 - 2 * share);
}
