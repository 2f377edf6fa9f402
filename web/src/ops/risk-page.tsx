"use client";
import Link from "next/link";
import { notFound } from "next/navigation";
import { useState } from "react";
import { useT } from "../i18n/use-t.ts";
import { useAccount } from "../server/session.ts";
import { HeldUsers, useHeldUsers } from "./held-users.tsx";
import css from "./ops.module.css";
import { type Person, RiskDialog } from "./risk-dialog.tsx";
import { Spenders, useSpenders } from "./spenders.tsx";

function Content() {
  const t = useT("risk");
  const [appeals, setAppeals] = useState(false);
  const [days, setDays] = useState(1);
  const [opened, setOpened] = useState<Person | null>(null);
  const held = useHeldUsers(appeals);
  const spenders = useSpenders(days);
  const decided = async () => {
    await Promise.all([held.answer.reload(), spenders.reload()]);
  };
  return (
    <div className={css["page"]}>
      <header>
        <Link href="/ops" className={css["note"]}>
          {t("ops.back")}
        </Link>
        <h1 className={css["title"]}>{t("ops.title")}</h1>
      </header>
      <HeldUsers list={held} appeals={appeals} onAppealsChange={setAppeals} onOpen={setOpened} />
      <Spenders answer={spenders} days={days} onDaysChange={setDays} onOpen={setOpened} />
      {opened === null ? null : (
        <RiskDialog of={opened} onClose={() => setOpened(null)} onDecided={decided} />
      )}
    </div>
  );
}

/** For operators: who is held and why, their appeals, and whose work costs most (C4). */
export function RiskPage() {
  const account = useAccount();
  if (account === null) return null;
  if (!account.is_operator) notFound();
  return <Content />;
}
