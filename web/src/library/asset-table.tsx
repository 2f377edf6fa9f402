"use client";
import { Ellipsis } from "lucide-react";
import { useFormatter, useLocale, useT } from "../i18n/use-t.ts";
import { formatBytes } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Menu } from "../ui/menu.tsx";
import type { AssetItemProps } from "./asset-card.tsx";
import { assetFormat, assetLength } from "./asset-facts.ts";
import { AssetStatus } from "./asset-status.tsx";
import css from "./asset-table.module.css";
import { HoverScrub } from "./hover-scrub.tsx";
import { ReviewBadge } from "./review-note.tsx";
import { useCarrying } from "./use-carrying.ts";

function Row(props: AssetItemProps) {
  const t = useT("library");
  const tUi = useT("ui");
  const tFail = useT("failures");
  const locale = useLocale();
  const format = useFormatter();
  const { asset } = props;
  const drag = useCarrying(asset);
  return (
    <tr data-selected={props.selected ? "" : undefined}>
      <td className={css["thumb"]}>
        <span className={css["picture"]}>
          <HoverScrub asset={asset} />
        </span>
      </td>
      <th scope="row">
        <button
          type="button"
          className={css["name"]}
          dir="auto"
          title={asset.name}
          aria-pressed={props.selected}
          onPointerDown={drag}
          onClick={props.onSelect}
        >
          {asset.name}
        </button>
        {asset.failure === null ? null : (
          <p className={css["failure"]}>{tFail(`what.${asset.failure.code}`)}</p>
        )}
      </th>
      <td className={css["number"]}>{assetLength(asset) ?? "–"}</td>
      <td className={css["number"]}>{formatBytes(asset.size_bytes, locale)}</td>
      <td>{assetFormat(asset) ?? "–"}</td>
      <td>{format.dateTime(new Date(asset.created_at), { dateStyle: "medium" })}</td>
      <td className={css["state"]}>
        {asset.state === "READY" ? t("state.READY") : <AssetStatus asset={asset} />}{" "}
        <ReviewBadge asset={asset} />
      </td>
      <td>
        <Menu entries={props.menu} align="end">
          <IconButton
            label={tUi("actions.more")}
            icon={<Ellipsis size={16} strokeWidth={1.5} />}
            size="small"
          />
        </Menu>
      </td>
    </tr>
  );
}

/** The library as a list with figures. */
export function AssetTable(props: { readonly items: readonly AssetItemProps[] }) {
  const t = useT("library");
  const tUi = useT("ui");
  return (
    <table className={css["table"]}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t("columns.name")}</th>
          <th scope="col" className={css["number"]}>
            {t("columns.length")}
          </th>
          <th scope="col" className={css["number"]}>
            {t("columns.size")}
          </th>
          <th scope="col">{t("columns.format")}</th>
          <th scope="col">{t("columns.added")}</th>
          <th scope="col">{t("columns.state")}</th>
          <td>
            <span className="visually-hidden">{tUi("actions.more")}</span>
          </td>
        </tr>
      </thead>
      <tbody>
        {props.items.map((item) => (
          <Row key={item.asset.id} {...item} />
        ))}
      </tbody>
    </table>
  );
}
