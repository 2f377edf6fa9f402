"use client";
import type { ContentReview } from "@cutroom/contracts";
import { CircleCheck } from "lucide-react";
import Link from "next/link";
import { notFound } from "next/navigation";
import { useCallback, useState } from "react";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { useAccount } from "../server/session.ts";
import { useAnswer } from "../server/use-answer.ts";
import { useNow } from "../start/use-now.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { EvidenceQuestions, EvidenceRetentionSection } from "./evidence-section.tsx";
import { OpsSection } from "./ops-section.tsx";
import css from "./ops.module.css";
import { ReviewDetails } from "./review-details.tsx";
import { useReviewKeys } from "./review-keys.ts";
import own from "./review.module.css";

interface Queue {
  readonly reviews: readonly ContentReview[];
}

function Item(props: {
  readonly review: ContentReview;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}) {
  const t = useT("review");
  const format = useFormatter();
  const now = useNow();
  const { review } = props;
  const since = new Date(review.waiting_since ?? review.opened_at);
  return (
    <li>
      <button
        type="button"
        className={own["item"]}
        aria-current={props.isOpen ? "true" : undefined}
        onClick={props.onOpen}
      >
        <span className={own["name"]} dir="auto" title={review.asset.name}>
          {review.asset.name}
        </span>
        <span className={css["note"]}>
          {review.reasons.map((reason) => t(`reasons.${reason}`)).join(", ")}
        </span>
        <time className={css["note"]} dateTime={since.toISOString()}>
          {t("ops.waits", { time: format.relativeTime(since, now) })}
        </time>
      </button>
    </li>
  );
}

/** The queue on the left, and beside it the one that is being decided. */
function Decisions(props: {
  readonly reviews: readonly ContentReview[];
  readonly onDecided: () => Promise<void>;
}) {
  const t = useT("review");
  const { reviews } = props;
  const [opened, setOpened] = useState(0);
  const at = Math.min(opened, reviews.length - 1);
  const review = reviews[at];
  useReviewKeys({
    next: () => setOpened(Math.min(at + 1, reviews.length - 1)),
    back: () => setOpened(Math.max(at - 1, 0)),
  });
  if (review === undefined) {
    return (
      <EmptyState
        icon={<CircleCheck size={20} strokeWidth={1.5} />}
        title={t("ops.emptyTitle")}
        body={t("ops.emptyBody")}
      />
    );
  }
  return (
    <div className={own["desk"]}>
      <ol className={own["queue"]} aria-label={t("ops.list")}>
        {reviews.map((one, index) => (
          <Item key={one.id} review={one} isOpen={index === at} onOpen={() => setOpened(index)} />
        ))}
      </ol>
      <ReviewDetails key={review.id} review={review} onDecided={props.onDecided} />
    </div>
  );
}

function Content() {
  const t = useT("review");
  const api = useApi();
  const answer = useAnswer<Queue>(useCallback(() => api.listReviews(), [api]));
  return (
    <div className={css["page"]}>
      <header>
        <Link href="/ops" className={css["note"]}>
          {t("ops.back")}
        </Link>
        <h1 className={css["title"]}>{t("ops.title")}</h1>
      </header>
      <OpsSection id="reviews" title={t("ops.list")} intro={t("ops.intro")} answer={answer}>
        {({ reviews }) => <Decisions reviews={reviews} onDecided={answer.reload} />}
      </OpsSection>
      <EvidenceRetentionSection />
      <EvidenceQuestions />
    </div>
  );
}

/** For moderators: what waits for a person's decision before it may be shared (G5). */
export function ReviewPage() {
  const account = useAccount();
  if (account === null) return null;
  if (!account.is_operator) notFound();
  return <Content />;
}
