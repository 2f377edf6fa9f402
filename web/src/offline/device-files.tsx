"use client";
import { useCallback, useEffect, useState } from "react";
import { useLocale, useT } from "../i18n/use-t.ts";
import { Button } from "../ui/button.tsx";
import { formatBytes } from "../ui/format.ts";
import { ProgressBar } from "../ui/progress-bar.tsx";
import css from "./device-files.module.css";
import { openMediaShelf } from "./media-shelf.ts";

interface Usage {
  readonly bytes: number;
  readonly budgetBytes: number;
}

/** How much media this device keeps for work without a network, and the way to be rid of it. */
export function DeviceFiles() {
  const t = useT("offline");
  const locale = useLocale();
  const [usage, setUsage] = useState<Usage | "unknown" | null>(null);
  const read = useCallback(
    () =>
      openMediaShelf()
        .usage()
        .then(setUsage, () => setUsage("unknown")),
    [],
  );
  useEffect(() => void read(), [read]);
  if (usage === null) return <p className={css["quiet"]}>{t("device.counting")}</p>;
  if (usage === "unknown") return <p className={css["quiet"]}>{t("device.unknown")}</p>;
  const { bytes, budgetBytes } = usage;
  const sizes = {
    used: formatBytes(bytes, locale),
    budget: formatBytes(budgetBytes, locale),
  };
  return (
    <div className={css["device"]}>
      <p className={css["quiet"]}>{t("device.body")}</p>
      <ProgressBar
        label={t("device.title")}
        percent={budgetBytes === 0 ? 0 : (bytes / budgetBytes) * 100}
        hideNumber
      />
      <div className={css["row"]}>
        <span data-testid="device-usage" data-bytes={bytes}>
          {bytes === 0 ? t("device.empty", sizes) : t("device.used", sizes)}
        </span>
        <Button disabled={bytes === 0} onClick={() => void openMediaShelf().clear().then(read)}>
          {t("device.clear")}
        </Button>
      </div>
    </div>
  );
}
