"use client";
import type { PoolStanding } from "@cutroom/contracts";
import { useCallback } from "react";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { useAnswer } from "../server/use-answer.ts";
import { Badge } from "../ui/badge.tsx";
import { OpsSection } from "./ops-section.tsx";
import css from "./ops.module.css";
import { useLevelText } from "./use-level-text.ts";

const TONES = { CLOSED: "good", OPEN: "bad", HALF_OPEN: "warn" } as const;

function Row({ pool }: { readonly pool: PoolStanding }) {
  const t = useT("ops");
  const format = useFormatter();
  const text = useLevelText();
  const { breaker } = pool;
  const isQuiet = pool.workers === 0 && pool.waiting === 0 && breaker.state === "CLOSED";
  const since = breaker.for === null ? null : t("pools.since", { time: text.seconds(breaker.for) });
  return (
    <tr data-quiet={isQuiet ? "" : undefined}>
      <th scope="row">{pool.pool}</th>
      <td className={css["number"]}>{format.number(pool.workers)}</td>
      <td className={css["number"]}>
        {t("pools.ofSlots", {
          running: format.number(pool.running),
          slots: format.number(pool.slots),
        })}
      </td>
      <td className={css["number"]}>{format.number(pool.waiting)}</td>
      <td className={css["number"]}>{format.number(pool.guests)}</td>
      <td className={css["number"]}>{text.seconds(pool.oldest_wait)}</td>
      <td className={css["number"]}>
        {t("levels.badOf", {
          bad: format.number(breaker.failures),
          tasks: format.number(breaker.ends),
        })}
      </td>
      <td title={since ?? undefined}>
        <Badge tone={isQuiet ? "neutral" : TONES[breaker.state]}>
          {t(`pools.breakers.${breaker.state}`)}
        </Badge>
      </td>
      <td>{breaker.backup ?? t("pools.noBackup")}</td>
    </tr>
  );
}

/** Who works, what waits for whom and for how long, and which pools are not trusted now. */
export function Pools() {
  const t = useT("ops");
  const api = useApi();
  const answer = useAnswer<readonly PoolStanding[]>(
    useCallback(async () => {
      const listed = await api.listPools();
      return listed.ok ? { ok: true, value: listed.value.pools } : listed;
    }, [api]),
  );
  const numbers = ["workers", "running", "waiting", "guests", "oldest", "failed"] as const;
  return (
    <OpsSection id="pools" title={t("pools.title")} intro={t("pools.intro")} answer={answer}>
      {(pools) => (
        <div className={css["scroll"]}>
          <table className={css["table"]}>
            <thead>
              <tr>
                <th scope="col">{t("pools.columns.pool")}</th>
                {numbers.map((name) => (
                  <th key={name} scope="col" className={css["number"]}>
                    {t(`pools.columns.${name}`)}
                  </th>
                ))}
                <th scope="col">{t("pools.columns.breaker")}</th>
                <th scope="col">{t("pools.columns.backup")}</th>
              </tr>
            </thead>
            <tbody>
              {pools.map((pool) => (
                <Row key={pool.pool} pool={pool} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </OpsSection>
  );
}
