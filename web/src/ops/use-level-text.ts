"use client";
import { useMemo } from "react";
import { useFormatter, useT } from "../i18n/use-t.ts";

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** How rates, burn and lengths of time read among the service levels. */
export function useLevelText() {
  const t = useT("ops");
  const format = useFormatter();
  return useMemo(() => {
    const nothing = t("breaks.nothing");
    const number = (value: number, digits: number) =>
      format.number(value, { maximumFractionDigits: digits });
    return {
      /** 99.95%: cut, never rounded up to a promise that was not kept. */
      share: (value: number | null) =>
        value === null
          ? nothing
          : format.number(Math.floor(value * 10_000) / 10_000, {
              style: "percent",
              maximumFractionDigits: 2,
            }),
      burn: (value: number | null) => (value === null ? nothing : `${number(value, 1)}×`),
      seconds: (value: number | null) => {
        if (value === null) return nothing;
        if (value < MINUTE_S)
          return t("runs.seconds", { count: number(value, value < 10 ? 1 : 0) });
        if (value < HOUR_S) return t("levels.minutes", { count: number(value / MINUTE_S, 1) });
        return t("levels.hours", { count: number(value / HOUR_S, 1) });
      },
    };
  }, [t, format]);
}
