"use client";
import type { Asset } from "@cutroom/contracts";
import { TriangleAlert } from "lucide-react";
import { useT } from "../i18n/use-t.ts";
import { Badge } from "../ui/badge.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";

/** Where a file stands on its way to ready; nothing once it is. */
export function AssetStatus({ asset }: { readonly asset: Asset }) {
  const t = useT("library");
  if (asset.state === "READY") return null;
  if (asset.state === "REFUSED") {
    return (
      <Badge tone="bad" icon={<TriangleAlert size={12} strokeWidth={2} />}>
        {t("state.REFUSED")}
      </Badge>
    );
  }
  if (asset.state === "UPLOADING") return <Badge>{t("state.UPLOADING")}</Badge>;
  return <ProgressBar label={t("ingest", { name: asset.name })} percent={asset.progress} />;
}
