"use client";
import type { CompoundClip } from "@cutroom/timeline";
import { useT } from "../../i18n/use-t.ts";
import { Button } from "../../ui/button.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { runCommand } from "../commands.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import css from "./inspector.module.css";
import { MuteSwitch } from "./mute-switch.tsx";
import { TimeSection } from "./time-section.tsx";
import { setAll, shared, useChange } from "./use-change.ts";

/** What compound clips have of their own: a place, a level, and the way in. */
export function CompoundSection({ clips }: { readonly clips: readonly CompoundClip[] }) {
  const t = useT("editor");
  const env = useEnv();
  const change = useChange();
  const readOnly = useEditor((state) => state.role === "reader");
  const gain = shared(clips, ({ audio }) => audio.gainDb);
  const [only, ...more] = clips;
  if (only === undefined || gain === null) return null;
  return (
    <>
      {more.length === 0 ? <TimeSection clip={only} /> : null}
      <section className={css["section"]}>
        <h3>{t("compound.title")}</h3>
        <p className={css["note"]}>{t("compound.about")}</p>
        <div className={css["two"]}>
          <Button onClick={() => runCommand(env, "open-compound")}>{t("compound.open")}</Button>
          <Button disabled={readOnly} onClick={() => runCommand(env, "break-compound")}>
            {t("compound.break")}
          </Button>
        </div>
      </section>
      <section className={css["section"]}>
        <h3>{t("inspector.sound")}</h3>
        <div className={css["two"]}>
          <NumberField
            label={t("inspector.volume")}
            value={gain.value}
            min={-60}
            max={24}
            step={0.5}
            digits={1}
            unit="dB"
            defaultValue={0}
            disabled={readOnly}
            onChange={(gainDb) => change.preview("volume", setAll(clips, { audio: { gainDb } }))}
            onCommit={(gainDb) => change.commit("volume", setAll(clips, { audio: { gainDb } }))}
          />
          <MuteSwitch clips={clips} />
        </div>
      </section>
    </>
  );
}
