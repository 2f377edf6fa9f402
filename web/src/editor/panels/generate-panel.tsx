"use client";
import { Sparkles } from "lucide-react";
import { nearestRatio } from "../../generate/generate-choice.ts";
import { GenerateForm } from "../../generate/generate-form.tsx";
import generateCss from "../../generate/generate.module.css";
import { GenerationRows } from "../../generate/generation-rows.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useAssets } from "../../server/workspace.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PanelHeader } from "../../ui/panel-header.tsx";
import { useEnv } from "../session/editor-context.tsx";
import { AssetCard } from "./asset-card.tsx";
import css from "./panels.module.css";

/** Clips from words: the form, what is being made, and what has been. */
export function GeneratePanel() {
  const t = useT("generate");
  const env = useEnv();
  const made = useAssets().filter((asset) => asset.origin === "generated");
  const { settings } = env.store.getState().journal.document;
  return (
    <div className={css["panel"]}>
      <PanelHeader title={t("title")} />
      <div className={css["scroll"]}>
        <div className={generateCss["panelBody"]}>
          <GenerateForm ratio={nearestRatio(settings)} />
          <GenerationRows />
          {made.length === 0 ? (
            <EmptyState
              icon={<Sparkles size={16} strokeWidth={1.5} />}
              title={t("emptyTitle")}
              body={t("emptyBody")}
            />
          ) : (
            <ul className={css["cards"]} aria-label={t("results")} data-testid="generated">
              {made.map((asset) => (
                <AssetCard key={asset.id} asset={asset} />
              ))}
            </ul>
          )}
        </div>
      </div>
    </div>
  );
}
