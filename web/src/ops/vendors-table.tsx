"use client";
import type { VendorStanding } from "@cutroom/contracts";
import { useCallback } from "react";
import { useModelName } from "../generate/model-name.ts";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { useAnswer } from "../server/use-answer.ts";
import { Badge } from "../ui/badge.tsx";
import { OpsSection } from "./ops-section.tsx";
import css from "./ops.module.css";
import { useLevelText } from "./use-level-text.ts";

const TONES = { CLOSED: "good", OPEN: "bad", HALF_OPEN: "warn" } as const;

function Standing({ of }: { readonly of: VendorStanding }) {
  const t = useT("ops");
  const text = useLevelText();
  const { breaker, is_retired, is_set_up } = of;
  if (is_retired) return <Badge tone="neutral">{t("vendors.retired")}</Badge>;
  if (!is_set_up) return <Badge tone="neutral">{t("vendors.noKey")}</Badge>;
  const since = breaker.for === null ? null : t("pools.since", { time: text.seconds(breaker.for) });
  return (
    <span title={since ?? undefined}>
      <Badge tone={TONES[breaker.state]}>{t(`pools.breakers.${breaker.state}`)}</Badge>
    </span>
  );
}

function Row({ of }: { readonly of: VendorStanding }) {
  const t = useT("ops");
  const format = useFormatter();
  const text = useLevelText();
  const nameOf = useModelName();
  const { breaker, cap, rest, running, tokens } = of;
  const outOf = (part: number, whole: number) =>
    t("pools.ofSlots", { running: format.number(part), slots: format.number(whole) });
  return (
    <tr data-quiet={of.is_set_up && !of.is_retired ? undefined : ""}>
      <th scope="row" title={of.vendor}>
        {nameOf(of.model)}
      </th>
      <td className={css["number"]}>{cap === 0 ? format.number(running) : outOf(running, cap)}</td>
      <td className={css["number"]}>{format.number(of.waiting)}</td>
      <td className={css["number"]}>
        {t("levels.badOf", {
          bad: format.number(breaker.faults),
          tasks: format.number(breaker.ends),
        })}
      </td>
      <td className={css["number"]}>{format.number(of.throttled)}</td>
      <td className={css["number"]}>
        {tokens === null ? text.seconds(null) : outOf(Math.floor(tokens.left), tokens.burst)}
      </td>
      <td className={css["number"]} title={rest?.reason ?? undefined}>
        {text.seconds(rest?.for ?? null)}
      </td>
      <td>
        <Standing of={of} />
      </td>
    </tr>
  );
}

/** Which vendors are asked now, what waits for them, and how far they slow us down (G4). */
export function Vendors() {
  const t = useT("ops");
  const api = useApi();
  const answer = useAnswer<readonly VendorStanding[]>(
    useCallback(async () => {
      const listed = await api.listVendors();
      return listed.ok ? { ok: true, value: listed.value.models } : listed;
    }, [api]),
  );
  const numbers = ["running", "waiting", "faults", "throttled", "tokens", "rest"] as const;
  return (
    <OpsSection id="vendors" title={t("vendors.title")} intro={t("vendors.intro")} answer={answer}>
      {(models) => (
        <div className={css["scroll"]}>
          <table className={css["table"]}>
            <thead>
              <tr>
                <th scope="col">{t("vendors.columns.model")}</th>
                {numbers.map((name) => (
                  <th key={name} scope="col" className={css["number"]}>
                    {t(`vendors.columns.${name}`)}
                  </th>
                ))}
                <th scope="col">{t("vendors.columns.breaker")}</th>
              </tr>
            </thead>
            <tbody>
              {models.map((one) => (
                <Row key={one.model} of={one} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </OpsSection>
  );
}
