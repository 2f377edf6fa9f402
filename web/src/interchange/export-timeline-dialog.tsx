"use client";
import {
  INTERCHANGE_FORMATS,
  type InterchangeFormat,
  type Loss,
  writeInterchange,
} from "@cutroom/interchange";
import type { ProjectDocument } from "@cutroom/timeline";
import { useMemo, useState } from "react";
import { sourceOf } from "../editor/actions/add-assets.ts";
import { useT } from "../i18n/use-t.ts";
import { useWorkspace } from "../server/workspace.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Select } from "../ui/select.tsx";
import css from "./interchange.module.css";
import { saveText } from "./save-text.ts";

function useFile(document: ProjectDocument, format: InterchangeFormat, name: string) {
  const assets = useWorkspace((state) => state.assets);
  return useMemo(() => {
    const sources = Object.values(assets).flatMap((asset) => sourceOf(asset) ?? []);
    return writeInterchange(document, sources, { format, name });
  }, [assets, document, format, name]);
}

/** What another program will not see, before anything is saved. */
function Losses(props: { readonly format: InterchangeFormat; readonly losses: readonly Loss[] }) {
  const t = useT("interchange");
  if (props.losses.length === 0) {
    return <p className={css["fine"]}>{t("export.everything")}</p>;
  }
  return (
    <div className={css["notes"]} data-testid="interchange-losses">
      <p>{t(props.format === "otio" ? "export.onlyHere" : "export.leftOut")}</p>
      <ul>
        {props.losses.map(({ code, count }) => (
          <li key={code}>{t(`losses.${code}`, { count })}</li>
        ))}
      </ul>
    </div>
  );
}

/** The timeline as a file for another program; the pictures and sounds stay where they are. */
export function ExportTimelineDialog(props: {
  readonly document: ProjectDocument;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const t = useT("interchange");
  const { document, name, onClose } = props;
  const [format, setFormat] = useState<InterchangeFormat>("otio");
  const file = useFile(document, format, name);
  const save = () => {
    saveText(file.text, file.contentType, `${name}.${format}`);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("export.title")}
      description={t("export.text")}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button kind="primary" onClick={save} data-testid="interchange-save">
            {t("export.save")}
          </Button>
        </>
      }
    >
      <div className={css["stack"]}>
        <Select
          label={t("export.format")}
          value={format}
          onChange={setFormat}
          options={INTERCHANGE_FORMATS.map((value) => ({
            value,
            label: t(`formats.${value}.name`),
          }))}
        />
        <p className={css["hint"]}>{t(`formats.${format}.text`)}</p>
        <Losses format={format} losses={file.losses} />
      </div>
    </Dialog>
  );
}
