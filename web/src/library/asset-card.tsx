"use client";
import type { Asset } from "@cutroom/contracts";
import { Ellipsis } from "lucide-react";
import { useT } from "../i18n/use-t.ts";
import { DisclosureBadge } from "../generate/disclosure-badge.tsx";
import { Badge } from "../ui/badge.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { ContextMenu, Menu, type MenuEntry } from "../ui/menu.tsx";
import css from "./asset-card.module.css";
import { assetFormat, assetLength } from "./asset-facts.ts";
import { AssetStatus } from "./asset-status.tsx";
import type { PressKeys } from "./chosen-files.ts";
import { HoverScrub } from "./hover-scrub.tsx";
import { ReviewBadge } from "./review-note.tsx";
import { useCarrying } from "./use-carrying.ts";

export interface AssetItemProps {
  readonly asset: Asset;
  readonly selected: boolean;
  readonly menu: readonly MenuEntry[];
  readonly onSelect: (press: PressKeys) => void;
  readonly onDelete: () => void;
}

/** One file as a picture with its name; a click shows its details. */
export function AssetCard(props: AssetItemProps) {
  const t = useT("library");
  const tUi = useT("ui");
  const tFail = useT("failures");
  const { asset } = props;
  const length = assetLength(asset);
  const drag = useCarrying(asset);
  return (
    <ContextMenu entries={props.menu}>
      <li className={css["card"]} data-selected={props.selected ? "" : undefined}>
        <button
          type="button"
          className={css["open"]}
          aria-label={[t("item.details", { name: asset.name }), length].filter(Boolean).join(", ")}
          aria-pressed={props.selected}
          onPointerDown={drag}
          onClick={props.onSelect}
          onKeyDown={(event) => {
            if (event.key === "Delete") props.onDelete();
          }}
        >
          <span className={css["picture"]}>
            <HoverScrub asset={asset} />
            <span className={css["made"]}>
              <DisclosureBadge asset={asset} />
            </span>
            {length === null ? null : (
              <span className={css["length"]}>
                <Badge tone="scrim">{length}</Badge>
              </span>
            )}
          </span>
        </button>
        <div className={css["foot"]}>
          <div className={css["text"]}>
            <p className={css["name"]} dir="auto" title={asset.name}>
              {asset.name}
            </p>
            {asset.state === "READY" ? (
              <p className={css["note"]}>
                {assetFormat(asset)} <ReviewBadge asset={asset} />
              </p>
            ) : (
              <AssetStatus asset={asset} />
            )}
            {asset.failure === null ? null : (
              <p className={css["failure"]}>{tFail(`what.${asset.failure.code}`)}</p>
            )}
          </div>
          <Menu entries={props.menu} align="end">
            <IconButton
              label={tUi("actions.more")}
              icon={<Ellipsis size={16} strokeWidth={1.5} />}
              size="small"
            />
          </Menu>
        </div>
      </li>
    </ContextMenu>
  );
}
