"use client";
import { TRANSITION_KINDS, type Transition, formatTimecode, handlesAtCut } from "@cutroom/timeline";
import { Trash2 } from "lucide-react";
import { useT } from "../../i18n/use-t.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import { runCommand } from "../commands.ts";
import { useEditor, useEnv } from "../session/editor-context.tsx";
import css from "./inspector.module.css";
import { TimeField } from "./time-field.tsx";
import { useChange } from "./use-change.ts";

/** The selected transition: its kind, how long it is, and how long it could be. */
export function TransitionSection({ transition }: { readonly transition: Transition }) {
  const t = useT("editor");
  const env = useEnv();
  const change = useChange();
  const document = useEditor((state) => state.journal.document);
  const disabled = useEditor((state) => state.role === "reader");
  const { rate } = document.settings;
  const handles = handlesAtCut(document, transition.leftClipId, transition.rightClipId);
  return (
    <section className={css["section"]}>
      <h3>{t("inspector.transition")}</h3>
      <Select
        label={t("transitions.kind")}
        value={transition.kind}
        disabled={disabled}
        options={TRANSITION_KINDS.map((kind) => ({
          value: kind,
          label: t(`transitions.kinds.${kind}`),
        }))}
        onChange={(kind) =>
          change.commit("transition", [
            { type: "set-transition", transitionId: transition.id, kind },
          ])
        }
      />
      <TimeField
        label={t("transitions.duration")}
        value={transition.duration}
        rate={rate}
        disabled={disabled}
        onCommit={(durationFlicks) =>
          change.commit("transition", [
            { type: "set-transition", transitionId: transition.id, durationFlicks },
          ])
        }
      />
      {handles === null ? null : (
        <p className={css["note"]}>
          {t("transitions.length", { length: formatTimecode(handles.maxTransitionFlicks, rate) })}
        </p>
      )}
      <Button
        icon={<Trash2 size={16} strokeWidth={1.5} />}
        disabled={disabled}
        onClick={() => runCommand(env, "lift")}
      >
        {t("transitions.remove")}
      </Button>
    </section>
  );
}
