"use client";
import {
  DEFAULT_DUCKING,
  type Ducking,
  type Edit,
  type Track,
  flicksToSeconds,
  secondsToFlicks,
} from "@cutroom/timeline";
import { useT } from "../../i18n/use-t.ts";
import { NumberField } from "../../ui/number-field.tsx";
import inspector from "../inspector/inspector.module.css";
import { useChange } from "../inspector/use-change.ts";
import { useEditor } from "../session/editor-context.tsx";

const SECONDS = ["attack", "release", "hold"] as const;

/** How a track gives way to the others. */
export function DuckingFields(props: { readonly track: Track; readonly ducking: Ducking }) {
  const t = useT("editor");
  const change = useChange();
  const disabled = useEditor((state) => state.role === "reader");
  const { track, ducking } = props;
  const edits = (part: Partial<Ducking>): Edit[] => [
    { type: "set-track", trackId: track.id, ducking: { ...ducking, ...part } },
  ];
  const show = (part: Partial<Ducking>) => change.preview("mix", edits(part));
  const set = (part: Partial<Ducking>) => change.commit("mix", edits(part));
  return (
    <div className={inspector["two"]}>
      <NumberField
        label={t("mixer.depth")}
        value={ducking.depthDb}
        min={1}
        max={40}
        unit="dB"
        defaultValue={DEFAULT_DUCKING.depthDb}
        disabled={disabled}
        onChange={(depthDb) => show({ depthDb })}
        onCommit={(depthDb) => set({ depthDb })}
      />
      <NumberField
        label={t("mixer.threshold")}
        value={ducking.thresholdDb}
        min={-60}
        max={0}
        unit="dB"
        defaultValue={DEFAULT_DUCKING.thresholdDb}
        disabled={disabled}
        onChange={(thresholdDb) => show({ thresholdDb })}
        onCommit={(thresholdDb) => set({ thresholdDb })}
      />
      {SECONDS.map((field) => (
        <NumberField
          key={field}
          label={t(`mixer.${field}`)}
          value={flicksToSeconds(ducking[field])}
          min={field === "hold" ? 0 : 0.01}
          max={10}
          step={0.05}
          digits={2}
          unit={t("inspector.seconds")}
          defaultValue={flicksToSeconds(DEFAULT_DUCKING[field])}
          disabled={disabled}
          onChange={(value) => show({ [field]: secondsToFlicks(value) })}
          onCommit={(value) => set({ [field]: secondsToFlicks(value) })}
        />
      ))}
    </div>
  );
}
