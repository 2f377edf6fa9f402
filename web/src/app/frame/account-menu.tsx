"use client";
import type { Account } from "@cutroom/contracts";
import { Gauge, LogOut, UserRound, Webhook } from "lucide-react";
import { useRouter } from "next/navigation";
import { useT } from "../../i18n/use-t.ts";
import { useSignOut } from "../../account/use-sign-out.tsx";
import { Menu } from "../../ui/menu.tsx";
import { useDirectionEntries } from "../../ui/use-direction.tsx";
import { useThemeEntries } from "../../ui/use-theme-entries.tsx";
import css from "./frame.module.css";

/** The first letters of up to two words; of a Chinese name its last two signs. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  if (words.length === 1 && /^\p{Script=Han}/u.test(name)) return name.slice(-2);
  return words
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join("");
}

export function AccountMenu({ account }: { readonly account: Account }) {
  const t = useT("ui");
  const router = useRouter();
  const { signOut, dialog } = useSignOut();
  const themes = useThemeEntries();
  const directions = useDirectionEntries();
  return (
    <>
      <Menu
        align="end"
        entries={[
          { kind: "label", id: "who", label: account.user.email },
          {
            id: "account",
            label: t("nav.account"),
            icon: <UserRound size={16} strokeWidth={1.5} />,
            onSelect: () => router.push("/account"),
          },
          {
            id: "webhooks",
            label: t("nav.webhooks"),
            icon: <Webhook size={16} strokeWidth={1.5} />,
            onSelect: () => router.push("/webhooks"),
          },
          ...(account.is_operator
            ? [
                {
                  id: "ops",
                  label: t("nav.ops"),
                  icon: <Gauge size={16} strokeWidth={1.5} />,
                  onSelect: () => router.push("/ops"),
                },
              ]
            : []),
          { kind: "separator", id: "line" },
          ...themes,
          { kind: "separator", id: "after-theme" },
          ...directions,
          { kind: "separator", id: "after-direction" },
          {
            id: "out",
            label: t("nav.signOut"),
            icon: <LogOut size={16} strokeWidth={1.5} />,
            onSelect: signOut,
          },
        ]}
      >
        <button type="button" className={css["avatar"]} aria-label={t("nav.accountMenu")}>
          {initials(account.user.name)}
        </button>
      </Menu>
      {dialog}
    </>
  );
}
