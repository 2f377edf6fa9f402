import { memo } from "react";
import { useT } from "../../i18n/use-t.ts";
import { Badge } from "../../ui/badge.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import type { ExactState } from "../exact/exact-pictures.ts";

/** Says which picture is on screen, how far the exact one is, and why there is none. */
export const PictureBadge = memo(function PictureBadge(props: { readonly exact: ExactState }) {
  const t = useT("monitor");
  const { exact } = props;
  const shown = {
    live: () => ({ tone: "neutral" as const, text: t("badge.live"), hint: t("badge.liveHint") }),
    shown: () => ({ tone: "good" as const, text: t("badge.exact"), hint: t("badge.exactHint") }),
    working: () => ({
      tone: "neutral" as const,
      text:
        exact.kind === "working" && exact.step === "engine"
          ? t("badge.loadingEngine", { percent: String(exact.percent ?? 0) })
          : t("badge.rendering"),
      hint: t("badge.liveHint"),
    }),
    unavailable: () => ({
      tone: "warn" as const,
      text: t("badge.unavailable"),
      hint: exact.kind === "unavailable" ? t(`reason.${exact.reason}`) : "",
    }),
  }[exact.kind]();
  return (
    <Tooltip label={shown.hint} side="top">
      <span role="status" aria-label={`${shown.text}. ${shown.hint}`}>
        <Badge tone={shown.tone}>{shown.text}</Badge>
      </span>
    </Tooltip>
  );
});
