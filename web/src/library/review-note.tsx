"use client";
import type { Asset } from "@cutroom/contracts";
import { useT } from "../i18n/use-t.ts";
import { Badge } from "../ui/badge.tsx";

const TONES = { CHECKING: "neutral", WAITING: "warn", REJECTED: "bad" } as const;

/** The state that keeps a file from being shared; null: nothing does. */
function heldState({ state, review }: Asset): keyof typeof TONES | null {
  if (state !== "READY" || review === null || review === undefined) return null;
  return review.state in TONES ? (review.state as keyof typeof TONES) : null;
}

/** A word on whether a file may be shared; nothing where it may. */
export function ReviewBadge({ asset }: { readonly asset: Asset }) {
  const t = useT("review");
  const held = heldState(asset);
  return held === null ? null : <Badge tone={TONES[held]}>{t(`owner.states.${held}`)}</Badge>;
}

/** What its review means for a file, and what a moderator says to its owner. */
export function ReviewNote({ asset }: { readonly asset: Asset }) {
  const t = useT("review");
  const held = heldState(asset);
  if (held === null) return null;
  const note = asset.review?.note ?? null;
  return (
    <div>
      <ReviewBadge asset={asset} />
      <p>{t(`owner.means.${held}`)}</p>
      {note === null ? null : <p dir="auto">{t("owner.note", { note })}</p>}
    </div>
  );
}
