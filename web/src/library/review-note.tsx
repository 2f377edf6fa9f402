"use client";
import type { Asset } from "@cutroom/contracts";
import { useT } from "../i18n/use-t.ts";
import { Badge } from "../ui/badge.tsx";
import { AppealForm } from "./appeal-form.tsx";
import css from "./review-note.module.css";

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

/** What became of an appeal so far. */
const ANSWERS = { WAITING: "waiting", REJECTED: "refused", APPROVED: "granted" } as const;

function Appealed({ review }: { readonly review: NonNullable<Asset["review"]> }) {
  const t = useT("review");
  const { state, appeal } = review;
  if (appeal === null || appeal === undefined || !(state in ANSWERS)) return null;
  return (
    <>
      <p>{t(`owner.appeal.${ANSWERS[state as keyof typeof ANSWERS]}`)}</p>
      <p className={css["words"]} dir="auto">
        {t("owner.appeal.words", { text: appeal })}
      </p>
    </>
  );
}

/** What its review means for a file, what a moderator says to its owner, and what they can do. */
export function ReviewNote({ asset }: { readonly asset: Asset }) {
  const t = useT("review");
  const held = heldState(asset);
  const { review } = asset;
  if (review === null || review === undefined) return null;
  const hasAppealed = (review.appeal ?? null) !== null;
  if (held === null && !hasAppealed) return null;
  const { note } = review;
  return (
    <div className={css["note"]}>
      <ReviewBadge asset={asset} />
      {held === null ? null : <p>{t(`owner.means.${held}`)}</p>}
      {held === "REJECTED" && asset.origin === "generated" ? <p>{t("owner.refunded")}</p> : null}
      {note === null ? null : (
        <p className={css["words"]} dir="auto">
          {t("owner.note", { note })}
        </p>
      )}
      <Appealed review={review} />
      {held === "REJECTED" && !hasAppealed ? (
        <AppealForm key={asset.id} assetId={asset.id} />
      ) : null}
    </div>
  );
}
