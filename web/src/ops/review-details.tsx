"use client";
import type { ContentReview } from "@cutroom/contracts";
import { useRef, useState } from "react";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/text-field.tsx";
import { EvidenceList } from "./evidence-list.tsx";
import css from "./ops.module.css";
import { REVIEW_KEYS, useReviewKeys } from "./review-keys.ts";
import { ReviewFrames } from "./review-frames.tsx";
import own from "./review.module.css";
import { useOpsAction } from "./use-ops-action.ts";

const NOTE_MIN = 3;
const NOTE_MAX = 500;

function Film({ asset }: { readonly asset: ContentReview["asset"] }) {
  const t = useT("review");
  const { video_url, poster_url, name } = asset;
  if (video_url !== null) {
    return (
      <video
        className={own["film"]}
        src={video_url}
        poster={poster_url ?? undefined}
        aria-label={t("ops.film")}
        controls
        muted
        playsInline
        preload="metadata"
      />
    );
  }
  return poster_url === null ? null : <img className={own["film"]} src={poster_url} alt={name} />;
}

function Models({ models }: { readonly models: ContentReview["models"] }) {
  const t = useT("review");
  return (
    <div>
      <h3>{t("ops.models")}</h3>
      <ul className={css["history"]}>
        {models.map(({ model, version, state, mandatory, attempts }) => (
          <li key={`${model}/${version}`} title={version}>
            {[
              t(`ops.kinds.${model}`),
              t(mandatory ? "ops.mandatory" : "ops.optional"),
              t(`ops.states.${state}`),
              ...(attempts > 0 ? [t("ops.attempts", { count: attempts })] : []),
            ].join(" · ")}
          </li>
        ))}
      </ul>
    </div>
  );
}

function History({ lines }: { readonly lines: ContentReview["history"] }) {
  const t = useT("review");
  const format = useFormatter();
  return (
    <div>
      <h3>{t("ops.history")}</h3>
      <ol className={css["history"]}>
        {lines.map(({ id, at, action, actor, reasons, note }) => (
          <li key={id}>
            {[
              format.dateTime(new Date(at), { dateStyle: "medium", timeStyle: "short" }),
              t(`ops.actions.${action}`),
              actor === "policy" ? t("ops.policy") : actor,
              ...reasons.map((reason) => t(`reasons.${reason}`)),
              ...(note === null ? [] : [note]),
            ].join(" · ")}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Approve or reject, each once; a rejection needs words. */
function Decide(props: {
  readonly review: ContentReview;
  readonly onDecided: () => Promise<void>;
}) {
  const { review } = props;
  const t = useT("review");
  const api = useApi();
  const noteField = useRef<HTMLDivElement>(null);
  const { busy, run } = useOpsAction();
  const [note, setNote] = useState("");
  const { name } = review.asset;
  const decide = async (verdict: "approve" | "reject") => {
    const params = { review_id: review.id };
    const body = { verdict, note: note.trim() };
    const done = await run(
      () => api.decideReview({ params, body }),
      () => t(verdict === "approve" ? "ops.approved" : "ops.rejected", { name }),
    );
    if (done) await props.onDecided();
  };
  useReviewKeys({
    approve: () => (busy ? undefined : void decide("approve")),
    note: () => {
      // Once the key is up: the letter must not be the first of the note.
      requestAnimationFrame(() => noteField.current?.querySelector("textarea")?.focus());
    },
  });
  return (
    <div className={css["details"]}>
      <div ref={noteField}>
        <TextField
          label={t("ops.note")}
          hint={t("ops.noteHint")}
          value={note}
          onChange={setNote}
          rows={2}
          maxLength={NOTE_MAX}
        />
      </div>
      <div className={own["decide"]}>
        <p className={css["note"]}>{t("ops.keys", REVIEW_KEYS)}</p>
        <div className={css["buttons"]}>
          <Button
            busy={busy}
            disabled={note.trim().length < NOTE_MIN}
            onClick={() => void decide("reject")}
          >
            {t("ops.reject")}
          </Button>
          <Button kind="primary" busy={busy} onClick={() => void decide("approve")}>
            {t("ops.approve")}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** One content: the film and what models saw of it, beside the decision. */
export function ReviewDetails(props: {
  readonly review: ContentReview;
  readonly onDecided: () => Promise<void>;
}) {
  const { review } = props;
  const t = useT("review");
  return (
    <section className={own["one"]} aria-label={review.asset.name}>
      <div className={css["details"]}>
        <Film asset={review.asset} />
        <ReviewFrames review={review} />
      </div>
      <div className={css["details"]}>
        <div>
          <h2 className={own["name"]} dir="auto" title={review.asset.name}>
            {review.asset.name}
          </h2>
          <p className={css["note"]}>
            {[
              t("ops.workspace", { name: review.tenant_name }),
              ...(review.round > 1 ? [t("ops.round", { count: String(review.round) })] : []),
            ].join(" · ")}
          </p>
          <p>{review.reasons.map((reason) => t(`reasons.${reason}`)).join(", ")}</p>
          {review.appeal === null ? null : (
            <p className={own["appeal"]} dir="auto">
              {t("ops.appeal", { text: review.appeal })}
            </p>
          )}
        </div>
        {review.is_for_another ? (
          <p role="status">{t("ops.forAnother")}</p>
        ) : (
          <Decide review={review} onDecided={props.onDecided} />
        )}
        <Models models={review.models} />
        <History lines={review.history} />
        <EvidenceList reviewId={review.id} />
      </div>
    </section>
  );
}
