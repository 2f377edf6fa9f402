/** As much of OpenTimelineIO's JSON as is read: Timeline.1 of Track.1 of Clip.1 or Clip.2. */
import { z } from "zod";
import { rationalTime, timeRange } from "./rational.ts";

const named = {
  name: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
};

const schema = (pattern: RegExp) => z.string().regex(pattern);

const reference = z.looseObject({
  OTIO_SCHEMA: z.string(),
  ...named,
  available_range: timeRange.nullish(),
  target_url: z.string().nullish(),
});
export type Reference = z.infer<typeof reference>;

const effect = z.looseObject({
  OTIO_SCHEMA: z.string(),
  time_scalar: z.number().nullish(),
});

const item = {
  ...named,
  source_range: timeRange.nullish(),
  effects: z.array(effect).nullish(),
  enabled: z.boolean().nullish(),
};

const clipItem = z.looseObject({
  OTIO_SCHEMA: schema(/^Clip\.[12]$/),
  ...item,
  media_reference: reference.nullish(),
  media_references: z.record(z.string(), reference).nullish(),
  active_media_reference_key: z.string().nullish(),
});
export type ClipItem = z.infer<typeof clipItem>;

const transitionItem = z.looseObject({
  OTIO_SCHEMA: schema(/^Transition\.1$/),
  ...named,
  in_offset: rationalTime,
  out_offset: rationalTime,
});
export type TransitionItem = z.infer<typeof transitionItem>;

const gapItem = z.looseObject({ OTIO_SCHEMA: schema(/^(Gap|Filler)\.1$/), ...item });
/** Compositions inside of a track. */
const nestedItem = z.looseObject({ OTIO_SCHEMA: schema(/^(Stack|Track)\.1$/), ...item });

const child = z.union([clipItem, transitionItem, gapItem, nestedItem]);
export type Child = z.infer<typeof child>;

const markerItem = z.looseObject({
  OTIO_SCHEMA: schema(/^Marker\.[123]$/),
  ...named,
  marked_range: timeRange,
  comment: z.string().nullish(),
  /** A name until Marker.2, an object with one since. */
  color: z.union([z.string(), z.looseObject({ name: z.string().nullish() })]).nullish(),
});
export type MarkerItem = z.infer<typeof markerItem>;

const trackItem = z.looseObject({
  OTIO_SCHEMA: schema(/^Track\.1$/),
  ...item,
  kind: z.string().nullish(),
  markers: z.array(markerItem).nullish(),
  children: z.array(child).max(50_000),
});
export type TrackItem = z.infer<typeof trackItem>;

export const timelineItem = z.looseObject({
  OTIO_SCHEMA: schema(/^Timeline\.1$/),
  ...named,
  global_start_time: rationalTime.nullish(),
  tracks: z.looseObject({
    OTIO_SCHEMA: schema(/^Stack\.1$/),
    markers: z.array(markerItem).nullish(),
    children: z.array(trackItem).max(200),
  }),
});
export type TimelineItem = z.infer<typeof timelineItem>;

export function isClip(one: Child): one is ClipItem {
  return one.OTIO_SCHEMA.startsWith("Clip.");
}

export function isTransition(one: Child): one is TransitionItem {
  return one.OTIO_SCHEMA.startsWith("Transition.");
}

export function isNested(one: Child): boolean {
  return /^(Stack|Track)\./.test(one.OTIO_SCHEMA);
}

/** What we wrote into an object ourselves, if we did. */
export function ours(of: { readonly metadata?: unknown }): Readonly<Record<string, unknown>> {
  const metadata = of.metadata as Readonly<Record<string, unknown>> | null | undefined;
  const own = metadata?.["cutroom"];
  return typeof own === "object" && own !== null ? (own as Readonly<Record<string, unknown>>) : {};
}

/** The file behind a clip; null for none. */
export function referenceOf(one: ClipItem): Reference | null {
  const key = one.active_media_reference_key ?? "DEFAULT_MEDIA";
  return one.media_references?.[key] ?? one.media_reference ?? null;
}
