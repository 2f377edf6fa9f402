"use client";
import type { Asset } from "@cutroom/contracts";
import {
  type MediaSlot,
  type SourceAsset,
  type Template,
  flicksToSeconds,
  neededFlicks,
  slotRefusal,
} from "@cutroom/timeline";
import { FolderOpen, Upload } from "lucide-react";
import { useState } from "react";
import { sourceOf } from "../editor/actions/add-assets.ts";
import { useT } from "../i18n/use-t.ts";
import { useAssets } from "../server/workspace.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import css from "./templates.module.css";

interface Offer {
  readonly asset: Asset;
  readonly source: SourceAsset;
  /** Why it cannot be chosen; null when it can. */
  readonly tooShort: number | null;
}

/** The ready files that are of a kind some place takes; films that are too short say so. */
function offersOf(
  assets: readonly Asset[],
  template: Template,
  slots: readonly MediaSlot[],
): readonly Offer[] {
  return assets.flatMap((asset): Offer[] => {
    const source = sourceOf(asset);
    if (source === null) return [];
    const answers = new Set(slots.map((slot) => slotRefusal(template, slot, source)));
    if (answers.has(null)) return [{ asset, source, tooShort: null }];
    if (!answers.has("template.too-short")) return [];
    const needed = Math.min(...slots.map((slot) => neededFlicks(template, slot)));
    return [{ asset, source, tooShort: Math.ceil(10 * flicksToSeconds(needed)) / 10 }];
  });
}

function OfferButton(props: {
  readonly offer: Offer;
  /** From 1 on; 0 when it is not chosen. */
  readonly place: number;
  readonly onPress: () => void;
}) {
  const t = useT("templates");
  const { asset, tooShort } = props.offer;
  const { poster } = asset.urls;
  const seconds = `${tooShort ?? 0}`;
  return (
    <button
      type="button"
      className={css["offer"]}
      aria-pressed={props.place > 0}
      disabled={tooShort !== null}
      title={asset.name}
      onClick={props.onPress}
    >
      <span className={css["offerPicture"]}>
        {poster === null ? null : <img src={poster} alt="" loading="lazy" />}
        {props.place > 0 ? <span className={css["place"]}>{props.place}</span> : null}
      </span>
      <span className={css["offerName"]} dir="auto">
        {asset.name}
      </span>
      {tooShort === null ? null : (
        <span className={css["note"]}>
          {t("form.short")}: {t("form.needs", { seconds })}
        </span>
      )}
    </button>
  );
}

/** Files for one place, or for all of them in the order in which they are pressed. */
export function FilePicker(props: {
  readonly title: string;
  readonly template: Template;
  readonly slots: readonly MediaSlot[];
  readonly onChoose: (files: readonly SourceAsset[]) => void;
  readonly onUpload: () => void;
  readonly onClose: () => void;
}) {
  const t = useT("templates");
  const tUi = useT("ui");
  const { slots, template } = props;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const offers = offersOf(useAssets(), template, slots);
  const single = slots.length === 1;
  const files = (ids: readonly string[]) =>
    ids.flatMap((id) => offers.find(({ asset }) => asset.id === id)?.source ?? []);
  const press = (id: string) => {
    if (single) props.onChoose(files([id]));
    else setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  };
  const upload = (
    <Button icon={<Upload size={14} strokeWidth={1.5} />} onClick={props.onUpload}>
      {t("form.upload")}
    </Button>
  );
  return (
    <Dialog
      open
      onOpenChange={props.onClose}
      size="large"
      title={props.title}
      description={single ? undefined : t("form.severalHint")}
      footer={
        <>
          {upload}
          <Button onClick={props.onClose}>{tUi("actions.cancel")}</Button>
          {single ? null : (
            <Button
              kind="primary"
              disabled={chosen.length === 0}
              onClick={() => props.onChoose(files(chosen))}
            >
              {t("form.use", { count: chosen.length })}
            </Button>
          )}
        </>
      }
    >
      {offers.length === 0 ? (
        <EmptyState
          icon={<FolderOpen size={20} strokeWidth={1.5} />}
          title={t("form.noFiles")}
          body={t("form.noFilesBody")}
        />
      ) : (
        <ul className={css["offers"]} data-testid="file-picker">
          {offers.map((offer) => (
            <li key={offer.asset.id}>
              <OfferButton
                offer={offer}
                place={chosen.indexOf(offer.asset.id) + 1}
                onPress={() => press(offer.asset.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
