"use client";
import type { Account } from "@cutroom/contracts";
import Link from "next/link";
import type { ReactNode } from "react";
import { LANGUAGE_NAMES } from "../i18n/language-names.ts";
import { LOCALES } from "../i18n/locale.ts";
import { useSetLocale } from "../i18n/provider.tsx";
import { useFormatter, useLocale, useT } from "../i18n/use-t.ts";
import { DeviceFiles } from "../offline/device-files.tsx";
import { useAccount } from "../server/session.ts";
import { useSignOut } from "./use-sign-out.tsx";
import { Button } from "../ui/button.tsx";
import { formatBytes } from "../ui/format.ts";
import { Select } from "../ui/select.tsx";
import css from "./account-page.module.css";
import { AccountStanding } from "./account-standing.tsx";
import { ApiKeys } from "./api-keys.tsx";
import { CreditHistory } from "./credit-history.tsx";
import { TenantNotices } from "./tenant-notices.tsx";

function Facts(props: { readonly rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={css["facts"]}>
      {props.rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function PlanFacts({ account }: { readonly account: Account }) {
  const t = useT("account");
  const locale = useLocale();
  const format = useFormatter();
  const { plan, credits } = account;
  const limit = (count: number) => (count === 0 ? t("plan.unlimited") : format.number(count));
  return (
    <Facts
      rows={[
        [t("plan.plan"), t(`plan.names.${plan.name}`)],
        [t("plan.available"), format.number(credits.available)],
        [t("plan.reserved"), format.number(credits.reserved)],
        [t("plan.inFlight"), limit(plan.max_in_flight)],
        [t("plan.resolution"), plan.max_resolution >= 2160 ? "4K" : `${plan.max_resolution}p`],
        [t("plan.upload"), formatBytes(plan.max_upload_bytes, locale)],
        [t("plan.retention"), t("plan.days", { count: plan.retention_days })],
        [t("plan.watermark"), t(plan.watermark ? "plan.watermarkOn" : "plan.watermarkOff")],
      ]}
    />
  );
}

/** Who this is, what the plan allows, and the keys of their programs. */
export function AccountPage() {
  const t = useT("account");
  const tUi = useT("ui");
  const tCosts = useT("costs");
  const tOffline = useT("offline");
  const account = useAccount();
  const locale = useLocale();
  const setLocale = useSetLocale();
  const { signOut, dialog } = useSignOut();
  if (account === null) return null;
  return (
    <div className={css["page"]}>
      <h1 className={css["title"]}>{t("title")}</h1>
      <TenantNotices notices={account.notices} />
      <AccountStanding standing={account.standing} />
      <section className={css["section"]} aria-labelledby="profile">
        <h2 id="profile">{t("profile.title")}</h2>
        <div>
          <Facts
            rows={[
              [t("profile.name"), account.user.name],
              [t("profile.email"), account.user.email],
              [t("profile.workspace"), account.tenant.name],
            ]}
          />
          <div className={css["controls"]}>
            <Select
              label={t("profile.language")}
              value={locale}
              onChange={setLocale}
              options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            />
            <Button onClick={signOut}>{tUi("nav.signOut")}</Button>
            {dialog}
          </div>
        </div>
      </section>
      <section className={css["section"]} aria-labelledby="plan">
        <h2 id="plan">{t("plan.title")}</h2>
        <PlanFacts account={account} />
      </section>
      <section className={css["section"]} aria-labelledby="history">
        <h2 id="history">{t("history.title")}</h2>
        <div>
          <p className={css["costs"]}>
            <Link href="/account/costs">{tCosts("link")}</Link> · {tCosts("linkBody")}
          </p>
          <CreditHistory renewAt={account.credits.renew_at} />
        </div>
      </section>
      <section className={css["section"]} aria-labelledby="device">
        <h2 id="device">{tOffline("device.title")}</h2>
        <DeviceFiles />
      </section>
      <section className={css["section"]} aria-labelledby="keys">
        <h2 id="keys">{t("keys.title")}</h2>
        <ApiKeys />
      </section>
    </div>
  );
}
