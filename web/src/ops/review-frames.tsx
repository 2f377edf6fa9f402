"use client";
import type { ContentReview } from "@cutroom/contracts";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { formatDuration } from "../ui/format.ts";
import css from "./ops.module.css";
import own from "./review.module.css";

type Frame = ContentReview["models"][number]["frames"][number];
type Sheet = NonNullable<ContentReview["asset"]["filmstrip"]>;

/** The tile of the sheet that shows this moment, as a CSS background. */
function tileStyle(sheet: Sheet, atMs: number) {
  const index = Math.min(sheet.count - 1, Math.round(atMs / sheet.interval_ms));
  const rows = Math.ceil(sheet.count / sheet.columns);
  const place = (position: number, count: number) =>
    count > 1 ? `${(position / (count - 1)) * 100}%` : "0%";
  const x = place(index % sheet.columns, sheet.columns);
  const y = place(Math.floor(index / sheet.columns), rows);
  return {
    backgroundImage: `url("${sheet.url}")`,
    backgroundSize: `${sheet.columns * 100}% ${rows * 100}%`,
    backgroundPosition: `${x} ${y}`,
    aspectRatio: `${sheet.tile_width} / ${sheet.tile_height}`,
  };
}

function FrameCard({ frame, sheet }: { readonly frame: Frame; readonly sheet: Sheet | null }) {
  const t = useT("review");
  const format = useFormatter();
  const { at_ms, score } = frame;
  const share = format.number(score.porn + score.hentai, {
    style: "percent",
    maximumFractionDigits: 0,
  });
  return (
    <li>
      {sheet === null || at_ms === null ? null : (
        <div className={own["tile"]} style={tileStyle(sheet, at_ms)} />
      )}
      <span className={css["note"]}>
        {at_ms === null
          ? t("ops.still", { share })
          : t("ops.frame", { time: formatDuration(at_ms), share })}
      </span>
    </li>
  );
}

/** The pictures that a model was shown, with what it said of each. */
export function ReviewFrames({ review }: { readonly review: ContentReview }) {
  const t = useT("review");
  const frames = review.models.flatMap((model) => model.frames);
  return (
    <div>
      <h3>{t("ops.frames")}</h3>
      {frames.length === 0 ? <p className={css["note"]}>{t("ops.noFrames")}</p> : null}
      <ol className={own["frames"]}>
        {frames.map((frame) => (
          <FrameCard key={frame.at_ms ?? 0} frame={frame} sheet={review.asset.filmstrip} />
        ))}
      </ol>
    </div>
  );
}
