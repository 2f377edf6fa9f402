"use client";
import { PLAIN_LOOK } from "@cutroom/timeline";
import type { MediaClip } from "@cutroom/timeline";
import { Pipette } from "lucide-react";
import { useT } from "../../i18n/use-t.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useEditor } from "../session/editor-context.tsx";
import { ColourField } from "./colour-field.tsx";
import css from "./inspector.module.css";
import { LookPercent, LookSection, lookOf } from "./look-section.tsx";
import { setAll, shared, useChange } from "./use-change.ts";

interface Props {
  readonly clips: readonly MediaClip[];
}

/** What a screen for keying usually is. */
const GREEN = "#00b140";
const { keyColour, keySimilarity, keySmoothness } = PLAIN_LOOK;
const RESET = { keyColour, keySimilarity, keySmoothness };

/** Not in every browser, and not yet in TypeScript's own types. */
interface ScreenPicker {
  open(): Promise<{ readonly sRGBHex: string }>;
}
function screenPicker(): (new () => ScreenPicker) | undefined {
  if (typeof window === "undefined" || !("EyeDropper" in window)) return undefined;
  return window.EyeDropper as new () => ScreenPicker;
}

/** A colour that is made clear, and how much of what is like it. */
export function KeySection({ clips }: Props) {
  const t = useT("editor");
  const change = useChange();
  const disabled = useEditor((state) => state.role === "reader");
  const colour = shared(clips, (clip) => lookOf(clip).keyColour)?.value ?? null;
  const edits = (value: string | null) => setAll(clips, { look: { keyColour: value } });
  const pick = async () => {
    const Picker = screenPicker();
    if (Picker === undefined) return;
    // Escape closes it without a colour, which is no failure.
    const picked = await new Picker().open().catch(() => null);
    if (picked !== null) change.commit("look", edits(picked.sRGBHex.toLowerCase().slice(0, 7)));
  };
  return (
    <LookSection name="key" clips={clips} title={t("look.key")} reset={RESET}>
      <Switch
        label={t("look.keyOn")}
        checked={colour !== null}
        disabled={disabled}
        onChange={(on) => change.commit("look", edits(on ? GREEN : null))}
      />
      {colour === null ? null : (
        <>
          <div className={css["pick"]}>
            <ColourField
              label={t("look.keyColour")}
              value={colour}
              disabled={disabled}
              onChange={(value) => change.preview("look", edits(value))}
              onCommit={(value) => change.commit("look", edits(value))}
            />
            {screenPicker() === undefined ? null : (
              <IconButton
                size="small"
                label={t("look.keyPick")}
                icon={<Pipette size={14} strokeWidth={1.5} />}
                disabled={disabled}
                onClick={() => void pick()}
              />
            )}
          </div>
          <div className={css["two"]}>
            <LookPercent clips={clips} field="keySimilarity" />
            <LookPercent clips={clips} field="keySmoothness" />
          </div>
        </>
      )}
    </LookSection>
  );
}
