"use client";
import Link from "next/link";
import { notFound } from "next/navigation";
import { useState } from "react";
import { useT } from "../i18n/use-t.ts";
import { useAccount } from "../server/session.ts";
import { Breaks, useBreaks } from "./breaks-table.tsx";
import { DeadLetters } from "./dead-letters.tsx";
import css from "./ops.module.css";
import { Pools } from "./pools-table.tsx";
import { Runs } from "./runs-table.tsx";
import { ServiceLevels } from "./service-levels.tsx";
import { Vendors } from "./vendors-table.tsx";

function Content() {
  const t = useT("ops");
  const tRisk = useT("risk");
  const tReview = useT("review");
  const tModels = useT("models");
  const [resolved, setResolved] = useState(false);
  const breaks = useBreaks(resolved);
  return (
    <div className={css["page"]}>
      <header>
        <h1 className={css["title"]}>{t("title")}</h1>
        <p className={css["links"]}>
          <Link href="/ops/risk">{tRisk("ops.link")}</Link>
          <Link href="/ops/reviews">{tReview("ops.link")}</Link>
          <Link href="/ops/models">{tModels("link")}</Link>
        </p>
      </header>
      <ServiceLevels />
      <Pools />
      <Vendors />
      <Breaks answer={breaks} resolved={resolved} onResolvedChange={setResolved} />
      <Runs onRun={breaks.reload} />
      <DeadLetters />
    </div>
  );
}

/** For operators; to everybody else there is nothing at this address. The API decides as well. */
export function OpsPage() {
  const account = useAccount();
  if (account === null) return null;
  if (!account.is_operator) notFound();
  return <Content />;
}
