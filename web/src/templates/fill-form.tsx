"use client";
import type { MediaSlot, Template } from "@cutroom/timeline";
import { AudioLines, Images, ImageIcon, X } from "lucide-react";
import { useState } from "react";
import { ColourField } from "../editor/inspector/colour-field.tsx";
import { useT } from "../i18n/use-t.ts";
import { useAsset } from "../server/workspace.ts";
import { Button } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { TextField } from "../ui/text-field.tsx";
import { notify } from "../ui/toaster.tsx";
import { FilePicker } from "./file-picker.tsx";
import css from "./templates.module.css";
import type { Filling } from "./use-filling.ts";

const LONG_TEXT = 40;

function SlotRow(props: {
  readonly slot: MediaSlot;
  readonly filling: Filling;
  readonly onChoose: () => void;
}) {
  const t = useT("templates");
  const { slot, filling } = props;
  const file = filling.media[slot.id];
  const poster = useAsset(file?.assetId ?? "")?.urls.poster ?? null;
  const Icon = slot.accepts === "audio" ? AudioLines : ImageIcon;
  const said = file?.name ?? (slot.accepts === "audio" ? t("form.optional") : t("form.empty"));
  return (
    <li className={css["slot"]} data-testid="slot" data-slot-id={slot.id}>
      <span className={css["thumb"]}>
        {poster === null ? (
          <Icon size={16} strokeWidth={1.5} aria-hidden />
        ) : (
          <img src={poster} alt="" />
        )}
      </span>
      <span className={css["slotText"]}>
        <span className={css["slotName"]}>{slot.label}</span>
        <span className={css["note"]} title={said}>
          {file === undefined && slot.hint !== "" ? slot.hint : said}
        </span>
      </span>
      {file === undefined ? null : (
        <IconButton
          size="small"
          label={t("form.clear", { name: slot.label })}
          icon={<X size={14} strokeWidth={1.5} />}
          onClick={() => filling.clearFile(slot.id)}
        />
      )}
      <Button
        aria-label={t(file === undefined ? "form.chooseFor" : "form.changeFor", {
          name: slot.label,
        })}
        onClick={props.onChoose}
      >
        {t(file === undefined ? "form.choose" : "form.change")}
      </Button>
    </li>
  );
}

function Files(props: FormProps) {
  const t = useT("templates");
  const { template, filling } = props;
  const { slots } = template;
  const [picking, setPicking] = useState<readonly MediaSlot[] | null>(null);
  const only = picking?.length === 1 ? picking[0] : undefined;
  return (
    <section aria-labelledby="template-files" className={css["group"]}>
      <header className={css["head"]}>
        <h2 id="template-files">{t("form.files")}</h2>
        <span className={css["note"]} role="status">
          {t("form.filled", {
            filled: `${Object.keys(filling.media).length}`,
            total: `${slots.length}`,
          })}
        </span>
        <Button icon={<Images size={14} strokeWidth={1.5} />} onClick={() => setPicking(slots)}>
          {t("form.several")}
        </Button>
      </header>
      <ul className={css["slots"]}>
        {slots.map((slot) => (
          <SlotRow
            key={slot.id}
            slot={slot}
            filling={filling}
            onChoose={() => setPicking([slot])}
          />
        ))}
      </ul>
      {picking === null ? null : (
        <FilePicker
          title={only === undefined ? t("form.several") : t("form.chooseFor", { name: only.label })}
          template={template}
          slots={picking}
          onUpload={props.onUpload}
          onClose={() => setPicking(null)}
          onChoose={(files) => {
            setPicking(null);
            const [first] = files;
            if (only !== undefined && first !== undefined) filling.setFile(only.id, first);
            if (only !== undefined) return;
            const left = filling.spread(files);
            if (left > 0) notify(t("form.left", { count: left }));
          }}
        />
      )}
    </section>
  );
}

interface FormProps {
  readonly template: Template;
  readonly filling: Filling;
  readonly onUpload: () => void;
}

/** Everything about a template that is to be chosen. */
export function FillForm(props: FormProps) {
  const t = useT("templates");
  const { template, filling } = props;
  return (
    <div className={css["form"]}>
      {template.slots.length === 0 ? null : <Files {...props} />}
      {template.texts.length === 0 ? null : (
        <section aria-labelledby="template-words" className={css["group"]}>
          <h2 id="template-words">{t("form.words")}</h2>
          {template.texts.map(({ id, label, sample }) => (
            <TextField
              key={id}
              label={label}
              value={filling.texts[id] ?? sample}
              maxLength={1_000}
              {...(sample.includes("\n") || sample.length > LONG_TEXT ? { rows: 3 } : {})}
              onChange={(text) => filling.setText(id, text)}
            />
          ))}
        </section>
      )}
      {template.colours.length === 0 ? null : (
        <section aria-labelledby="template-colours" className={css["group"]}>
          <h2 id="template-colours">{t("form.colours")}</h2>
          {template.colours.map(({ id, label, value }) => (
            <ColourField
              key={id}
              label={label}
              value={filling.colours[id] ?? value}
              onChange={(colour) => filling.setColour(id, colour)}
              onCommit={(colour) => filling.setColour(id, colour)}
            />
          ))}
        </section>
      )}
    </div>
  );
}
