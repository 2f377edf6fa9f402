"use client";
import { useEffect } from "react";
import { useT } from "../i18n/use-t.ts";
import { useWorkspace } from "../server/workspace.ts";
import { notify, notifyFailure } from "../ui/toaster.tsx";

/** Tells the owner of a file, wherever they are, what a person has decided about it (G5). */
export function ReviewNews() {
  const t = useT("review");
  useEffect(
    () =>
      useWorkspace.subscribe(({ assets }, before) => {
        if (assets === before.assets) return;
        for (const asset of Object.values(assets)) {
          const was = before.assets[asset.id]?.review?.state;
          const { review, name } = asset;
          if (was !== "WAITING" || review?.state === was) continue;
          if (review?.state === "APPROVED") notify(t("owner.approved", { name }));
          if (review?.state === "REJECTED") {
            const options = review.note === null ? {} : { description: review.note };
            notifyFailure(t("owner.rejected", { name }), options);
          }
        }
      }),
    [t],
  );
  return null;
}
