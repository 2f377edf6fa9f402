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
          const note = review?.note ?? null;
          const options = note === null ? {} : { description: note };
          if (review?.state === "APPROVED") notify(t("owner.approved", { name }), options);
          if (review?.state === "REJECTED") notifyFailure(t("owner.rejected", { name }), options);
        }
      }),
    [t],
  );
  return null;
}
