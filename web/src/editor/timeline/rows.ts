import type { ProjectDocument, TrackKind } from "@cutroom/timeline";

export interface Row {
  readonly trackId: string;
  readonly kind: TrackKind;
  /** From the top of the lanes' content, pixels. */
  readonly topPx: number;
  readonly heightPx: number;
}

const ROW_HEIGHT_PX: Readonly<Record<TrackKind, number>> = {
  video: 58,
  overlay: 48,
  text: 30,
  audio: 46,
  caption: 28,
};
/** The hairline between rows belongs to the row above it. */
const GAP_PX = 1;

/** Lanes from top to bottom: pictures as they are stacked, then sound. */
export function layOutRows(document: Pick<ProjectDocument, "trackOrder" | "tracks">): Row[] {
  let topPx = 0;
  const downwards = document.trackOrder.toReversed();
  const isSound = (id: string) => document.tracks[id]?.kind === "audio";
  const order = [...downwards.filter((id) => !isSound(id)), ...downwards.filter(isSound)];
  return order.flatMap((trackId) => {
    const track = document.tracks[trackId];
    if (track === undefined) return [];
    const row = { trackId, kind: track.kind, topPx, heightPx: ROW_HEIGHT_PX[track.kind] };
    topPx += row.heightPx + GAP_PX;
    return [row];
  });
}

export function rowsHeight(rows: readonly Row[]): number {
  const last = rows.at(-1);
  return last === undefined ? 0 : last.topPx + last.heightPx + GAP_PX;
}

/** The row at `y` of the content; null above and below all rows. */
export function rowAt(rows: readonly Row[], y: number): Row | null {
  return rows.find((row) => y >= row.topPx && y < row.topPx + row.heightPx + GAP_PX) ?? null;
}
