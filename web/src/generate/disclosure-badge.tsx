"use client";
import type { Asset } from "@cutroom/contracts";
import { useT } from "../i18n/use-t.ts";
import { Badge } from "../ui/badge.tsx";

/** Says how a picture was made, where that is known (G8). */
export function DisclosureBadge({ asset }: { readonly asset: Asset }) {
  const t = useT("generate");
  if (asset.ai_disclosure === "undeclared") return null;
  const isAi = asset.ai_disclosure === "ai";
  return (
    <span title={t(isAi ? "badgeAiHint" : "badgeHint")}>
      <Badge tone="scrim">{t(isAi ? "ai" : "badge")}</Badge>
    </span>
  );
}
