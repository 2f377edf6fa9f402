"use client";
import { useT } from "../i18n/use-t.ts";
import { Select } from "../ui/select.tsx";
import { useFolders } from "./folders-store.ts";

const SCOPES = ["all", "here"] as const;

/** Whether a search looks everywhere or in the open folder; nothing to choose in the library itself. */
export function FolderScope({ query }: { readonly query: string }) {
  const t = useT("folders");
  const { openId, scope } = useFolders();
  if (openId === null || query.trim() === "") return null;
  return (
    <Select
      label={t("scope")}
      hideLabel
      value={scope}
      onChange={(next) => useFolders.setState({ scope: next })}
      options={SCOPES.map((value) => ({ value, label: t(`scopes.${value}`) }))}
    />
  );
}
