"use client";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useAccount } from "../../server/session.ts";
import { Logo } from "../../ui/logo.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import css from "./frame.module.css";
import { LanguageMenu } from "./language-menu.tsx";
import { StandingBanner } from "./standing-banner.tsx";

function NavLink(props: { readonly href: string; readonly label: string }) {
  const path = usePathname();
  return (
    <Link
      href={props.href}
      className={css["link"]}
      aria-current={path === props.href ? "page" : undefined}
    >
      {props.label}
    </Link>
  );
}

/** The bar and the space below it, around every page but the editor and the share page. */
export function Frame(props: { readonly children: ReactNode }) {
  const t = useT("ui");
  const tAccount = useT("account");
  const account = useAccount();
  return (
    <div className={css["frame"]}>
      <a href="#content" className={css["skip"]}>
        {t("nav.skip")}
      </a>
      <header className={css["bar"]}>
        <Link href="/" className={css["home"]}>
          <Logo />
          <span className={css["name"]}>{t("product")}</span>
        </Link>
        {account === null ? null : (
          <nav aria-label={t("nav.label")} className={css["nav"]}>
            <NavLink href="/" label={t("nav.home")} />
            <NavLink href="/library" label={t("nav.library")} />
            <NavLink href="/templates" label={t("nav.templates")} />
            <NavLink href="/exports" label={t("nav.exports")} />
          </nav>
        )}
        <div className={css["end"]}>
          {account === null ? null : (
            <Link href="/account" className={css["credits"]}>
              {tAccount("creditsLeft", { count: account.credits.available })}
            </Link>
          )}
          <LanguageMenu />
          {account === null ? null : <AccountMenu account={account} />}
        </div>
      </header>
      <div className={css["banners"]}>
        <ConnectionBanner />
        {account === null ? null : <StandingBanner account={account} />}
      </div>
      <main id="content" className={css["main"]} tabIndex={-1}>
        {props.children}
      </main>
    </div>
  );
}
