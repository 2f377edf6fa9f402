"use client";
import { useT } from "../i18n/use-t.ts";
import { Switch } from "../ui/switch.tsx";
import css from "./export-dialog.module.css";

export interface AiLabelChoice {
  /** Whether AI made anything of it. */
  readonly offered: boolean;
  readonly shown: boolean;
  readonly onChange: (shown: boolean) => void;
}

/** Whether the picture says that AI made it; asked only where that would be true (G8). */
export function AiLabelSwitch(props: {
  readonly label: AiLabelChoice;
  readonly disabled: boolean;
}) {
  const t = useT("provenance");
  const { offered, shown, onChange } = props.label;
  if (!offered) return null;
  return (
    <div>
      <Switch label={t("label")} checked={shown} disabled={props.disabled} onChange={onChange} />
      <p className={css["note"]}>{t("labelHint")}</p>
    </div>
  );
}
