"use client";
import type { Account } from "@cutroom/contracts";
import Link from "next/link";
import { useT } from "../../i18n/use-t.ts";
import css from "./frame.module.css";

/** Says on every page that paid work is not accepted now, and where to do something about it. */
export function StandingBanner({ account }: { readonly account: Account }) {
  const t = useT("risk");
  const { state } = account.standing;
  if (state === "clear") return null;
  return (
    <div role="status" className={css["banner"]}>
      <span>{t(`banner.${state}`)}</span>
      <Link href="/account#standing">{t(state === "grey" ? "banner.confirm" : "banner.see")}</Link>
    </div>
  );
}
