"use client";
import type { ProjectSettings } from "@cutroom/timeline";
import { useT } from "../../i18n/use-t.ts";
import { formatFrame, formatRate } from "../../ui/format.ts";
import { Select } from "../../ui/select.tsx";
import { useEditor } from "../session/editor-context.tsx";
import { ColourField } from "./colour-field.tsx";
import css from "./inspector.module.css";
import { useChange } from "./use-change.ts";

const SIZES = [
  [1920, 1080],
  [1280, 720],
  [3840, 2160],
  [1080, 1920],
  [1080, 1080],
  [1080, 1350],
] as const;
const RATES = [
  { n: 24_000, d: 1_001 },
  { n: 24, d: 1 },
  { n: 25, d: 1 },
  { n: 30_000, d: 1_001 },
  { n: 30, d: 1 },
  { n: 50, d: 1 },
  { n: 60_000, d: 1_001 },
  { n: 60, d: 1 },
] as const;

const sizeKey = (width: number, height: number) => `${width}x${height}`;
function sizeOf(key: string): readonly [width: number, height: number] {
  const [width = 0, height = 0] = key.split("x").map(Number);
  return [width, height];
}
const rateKey = ({ n, d }: { n: number; d: number }) => `${n}/${d}`;

/** The project's frame; shown when no clip is selected. */
export function ProjectSection() {
  const t = useT("editor");
  const change = useChange();
  const settings = useEditor((state) => (state.draft ?? state.journal.document).settings);
  const disabled = useEditor((state) => state.role === "reader");
  const set = (part: Partial<ProjectSettings>) =>
    change.commit("settings", [{ type: "set-settings", settings: part }]);
  const own = sizeKey(settings.width, settings.height);
  const sizes = SIZES.map(([width, height]) => sizeKey(width, height));
  const rates = RATES.map((rate) => ({ value: rateKey(rate), rate: formatRate(rate) }));
  const ownRate = rateKey(settings.rate);
  const allRates = rates.some(({ value }) => value === ownRate)
    ? rates
    : [{ value: ownRate, rate: formatRate(settings.rate) }, ...rates];
  return (
    <section className={css["section"]}>
      <h3>{t("inspector.project")}</h3>
      <p className={css["note"]}>{t("inspector.projectHint")}</p>
      <Select
        label={t("inspector.frame")}
        value={own}
        disabled={disabled}
        options={(sizes.includes(own) ? sizes : [own, ...sizes]).map((value) => ({
          value,
          label: formatFrame(...sizeOf(value)),
        }))}
        onChange={(value) => {
          const [width, height] = sizeOf(value);
          set({ width, height });
        }}
      />
      <Select
        label={t("inspector.rate")}
        value={ownRate}
        disabled={disabled}
        options={allRates.map(({ value, rate }) => ({
          value,
          label: t("inspector.fps", { rate }),
        }))}
        onChange={(value) => {
          const [n = 30, d = 1] = value.split("/").map(Number);
          set({ rate: { n, d } });
        }}
      />
      <ColourField
        label={t("inspector.background")}
        value={settings.background}
        disabled={disabled}
        onChange={(background) =>
          change.preview("settings", [{ type: "set-settings", settings: { background } }])
        }
        onCommit={(background) => set({ background })}
      />
    </section>
  );
}
