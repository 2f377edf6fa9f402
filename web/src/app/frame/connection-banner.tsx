"use client";
import { useT } from "../../i18n/use-t.ts";
import { useConnection } from "../../server/connection.ts";
import css from "./frame.module.css";

/** Says so when there is no network, or when the API does not answer. */
export function ConnectionBanner() {
  const t = useT("ui");
  const { online, reachable } = useConnection();
  if (online && reachable) return <div role="status" className="visually-hidden" />;
  const key = online ? "unreachable" : "offline";
  return (
    <div role="status" className={css["banner"]}>
      <strong>{t(`${key}.title`)}</strong>
      <span>{t(`${key}.body`)}</span>
    </div>
  );
}
