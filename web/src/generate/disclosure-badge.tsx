"use client";
import type { Asset } from "@cutroom/contracts";
import { useT } from "../i18n/use-t.ts";
import { Badge } from "../ui/badge.tsx";

/** Says how a picture was made, where that is known (G8). */
export function DisclosureBadge({ asset }: { readonly asset: Asset }) {
  const t = useT("generate");
  if (asset.ai_disclosure !== "procedural") return null;
  return (
    <span title={t("badgeHint")}>
      <Badge tone="scrim">{t("badge")}</Badge>
    </span>
  );
}
