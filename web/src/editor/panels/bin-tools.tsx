"use client";
import { LayoutGrid, List } from "lucide-react";
import { useT } from "../../i18n/use-t.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Select } from "../../ui/select.tsx";
import { BIN_SORTS, changeBinView, useBinView } from "./bin-view.ts";
import css from "./panels.module.css";

const ICON = { size: 16, strokeWidth: 1.5 } as const;

/** In which order the files lie, and whether as cards or as rows. */
export function BinTools() {
  const t = useT("editor");
  const { layout, sort } = useBinView();
  return (
    <div className={css["binTools"]}>
      <Select
        label={t("bin.sort")}
        hideLabel
        value={sort}
        onChange={(next) => changeBinView({ sort: next })}
        options={BIN_SORTS.map((value) => ({ value, label: t(`bin.sorts.${value}`) }))}
      />
      <IconButton
        label={t("bin.grid")}
        icon={<LayoutGrid {...ICON} />}
        active={layout === "grid"}
        onClick={() => changeBinView({ layout: "grid" })}
      />
      <IconButton
        label={t("bin.list")}
        icon={<List {...ICON} />}
        active={layout === "list"}
        onClick={() => changeBinView({ layout: "list" })}
      />
    </div>
  );
}
